import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { asSentence, Explained, failureMessage } from './failure-message.ts'
import { Refused } from './request.ts'

/** The field and message of a refusal, by its code. */
export type Explanations<T extends FieldValues> = Readonly<
  Partial<Record<string, readonly [field: Path<T> | 'root', text: string | null]>>
>

/** The field of a fault, by its path on the wire; null if the form has none. */
export type FieldOf<T extends FieldValues> = (path: readonly (string | number)[]) => Path<T> | null

/**
 * Submits a form, or focuses its first error. Server errors appear under their field, or above the
 * form.
 */
export function sendOrExplain<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T) => Promise<void>,
  explanations: Explanations<T> = {},
  fieldOf: FieldOf<T> = () => null,
) {
  const focusFirstMistake = () => form.trigger(undefined, { shouldFocus: true })
  return form.handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      const refused = refusalIn(error)
      const placed = refused === null ? [] : placeFaults(refused, fieldOf)
      for (const { field, message } of placed) form.setError(field, { message })
      const [first] = placed
      if (first !== undefined) return form.setFocus(first.field)
      const known = refused === null ? undefined : explanations[refused.code]
      const [field, text] = known ?? ['root', null]
      const message = text ?? failureMessage(error)
      form.setError(field, { message }, { shouldFocus: field !== 'root' })
    }
  }, focusFirstMistake)
}

function refusalIn(error: unknown): Refused | null {
  const cause = error instanceof Explained ? error.cause : error
  return cause instanceof Refused ? cause : null
}

/** The faults that belong to a field of the form. */
function placeFaults<T extends FieldValues>({ fields }: Refused, fieldOf: FieldOf<T>) {
  return fields.flatMap(({ path, message }) => {
    const field = fieldOf(path)
    return field === null ? [] : [{ field, message: asSentence(message) }]
  })
}
