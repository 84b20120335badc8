import { createContext, use } from 'react'

/** What a field provides to its control. */
export interface FieldControl {
  id: string
  describedBy: string | undefined
  labelledBy: string
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldControl | null>(null)

interface OwnAttributes {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
  required?: boolean | undefined
}

/** The attributes that link a native control to its field; the control’s own take precedence. */
export function useFieldControl(own: OwnAttributes) {
  const field = use(FieldContext)
  const describedBy = [field?.describedBy, own['aria-describedby']].filter(Boolean).join(' ')
  return {
    id: own.id ?? field?.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
    // The label and the schema mark required fields; the browser’s tooltip would repeat them.
    'aria-required': own.required ?? (field?.required || undefined),
  } as const
}
