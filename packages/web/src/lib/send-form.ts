import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { failureWords } from './failure-words.ts'
import { Refused } from './request.ts'

/** Which field a refusal is about, by its code, and what to say of it. */
export type Explanations<T extends FieldValues> = Readonly<
  Partial<Record<string, readonly [field: Path<T> | 'root', words: string | null]>>
>

/** Sends a form; a refusal stands under the field that it's about, else above them all. */
export function sendOrExplain<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T) => Promise<void>,
  explanations: Explanations<T> = {},
) {
  return form.handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      const known = error instanceof Refused ? explanations[error.code] : undefined
      const [field, words] = known ?? ['root', null]
      const message = words ?? failureWords(error)
      form.setError(field, { message }, { shouldFocus: field !== 'root' })
    }
  })
}
