import { type ReactNode, useId } from 'react'
import { FieldError, FieldHint } from './field.tsx'

interface FieldsetProps {
  legend: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: ReactNode
}

/** Several controls with a common legend. */
export function Fieldset({ legend, hint, error, children }: FieldsetProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={describedBy || undefined}>
      <legend className="contents">
        <span className="text-s font-medium">{legend}</span>
      </legend>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
