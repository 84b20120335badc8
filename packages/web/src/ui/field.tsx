import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldContext } from './field-control.ts'

export interface FieldProps {
  label: ReactNode
  /** Before the mistake: what is expected here. */
  hint?: ReactNode
  /** After the mistake: what to do about it. Stands under the field. */
  error?: ReactNode
  /** Most fields are needed, so only the others say so. */
  optional?: boolean
  /** Beside the label, for instance "Forgot it?". */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A label, one control, a hint and an error, tied together for who can't see them. */
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

/** Always in the page, so that an error that comes later is read out. */
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
