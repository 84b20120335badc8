import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}

/** Takes effect immediately; for settings that are saved later use a checkbox. */
export function Switch({ label, hint, className, ...props }: SwitchProps) {
  const id = useId()
  return (
    <label className={classNames('flex items-start justify-between gap-4 py-1 text-s', className)}>
      <span>
        <span className="font-medium">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-ink-3">
            {hint}
          </span>
        )}
      </span>
      <input
        {...props}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- `checked` says it
        role="switch"
        className="switch-track"
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </label>
  )
}
