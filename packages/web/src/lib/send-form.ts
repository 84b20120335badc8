import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { asSentence, failureWords } from './failure-words.ts'
import { Refused } from './request.ts'

/** Which field a refusal is about, by its code, and what to say of it. */
export type Explanations<T extends FieldValues> = Readonly<
  Partial<Record<string, readonly [field: Path<T> | 'root', words: string | null]>>
>

/** Which field a fault is about, by its path on the wire; null where the form has none for it. */
export type FieldOf<T extends FieldValues> = (path: readonly (string | number)[]) => Path<T> | null

/**
 * Sends a form, or leads to its first mistake; a refusal stands under the field that it's about,
 * else above them all.
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
      const placed = error instanceof Refused ? placeFaults(error, fieldOf) : []
      for (const { field, message } of placed) form.setError(field, { message })
      const [first] = placed
      if (first !== undefined) return form.setFocus(first.field)
      const known = error instanceof Refused ? explanations[error.code] : undefined
      const [field, words] = known ?? ['root', null]
      const message = words ?? failureWords(error)
      form.setError(field, { message }, { shouldFocus: field !== 'root' })
    }
  }, focusFirstMistake)
}

/** The faults that stand under a field of the form. */
function placeFaults<T extends FieldValues>({ fields }: Refused, fieldOf: FieldOf<T>) {
  return fields.flatMap(({ path, message }) => {
    const field = fieldOf(path)
    return field === null ? [] : [{ field, message: asSentence(message) }]
  })
}
