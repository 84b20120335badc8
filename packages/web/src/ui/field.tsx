import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldContext } from './field-control.ts'

export interface FieldProps {
  label: ReactNode
  /** Describes the expected value. */
  hint?: ReactNode
  /** Describes the error and how to fix it. Shown under the control. */
  error?: ReactNode
  /** Most fields are required, so only optional ones are marked. */
  optional?: boolean
  /** Next to the label, such as "Forgot password?". */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A label, a control, a hint and an error, associated for assistive technology. */
export function Field({ label, hint, error, optional = false, ...rest }: FieldProps) {
  const { aside, className, children } = rest
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = {
    id,
    describedBy: describedBy || undefined,
    labelledBy: `${id}-label`,
    invalid: Boolean(error),
    required: !optional,
  }
  return (
    <FieldContext value={control}>
      <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-3 text-s">
          <label htmlFor={id} id={`${id}-label`} className="min-w-0 font-medium">
            {label}
            {optional && <span className="font-normal text-ink-3"> (optional)</span>}
          </label>
          {aside && <span className="text-ink-2">{aside}</span>}
        </div>
        {children}
        {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </FieldContext>
  )
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-xs text-ink-3">
      {children}
    </p>
  )
}

/** Always rendered, so that a later error is announced. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} aria-live="polite" className="empty:-mt-1.5">
      {children && (
        <p className="flex gap-1.5 text-xs text-bad">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}
