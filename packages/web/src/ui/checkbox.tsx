import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref'> {
  label: ReactNode
  hint?: ReactNode
  /** The label is visually hidden. */
  hideLabel?: boolean
  /** Some of its values are selected. */
  indeterminate?: boolean
  ref?: ((box: HTMLInputElement | null) => void) | undefined
}

export function Checkbox({ label, hint, hideLabel = false, className, ...rest }: CheckboxProps) {
  const { indeterminate = false, ref, ...props } = rest
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const hold = (input: HTMLInputElement | null) => {
    box.current = input
    ref?.(input)
  }
  return (
    <label className={classNames('tick', hideLabel && 'justify-center', className)}>
      <input
        {...props}
        ref={hold}
        type="checkbox"
        className="tick-box rounded-xs"
        aria-describedby={hint ? `${id}-hint` : props['aria-describedby']}
      />
      <span className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-ink-3">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
