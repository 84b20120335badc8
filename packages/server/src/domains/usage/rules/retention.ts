import { type Refusal, refuse } from '../../../kernel/refusal.ts'

/** The present month and so many before it are kept. */
export const keptSince = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))

/** Of months, each of which is its first day, those that needn’t be kept for their age. */
export const oldMonths = (months: readonly Date[], since: Date): readonly Date[] =>
  months.filter((first) => first < since).toSorted((a, b) => a.getTime() - b.getTime())

export const removedText = (completeFrom: Date): string =>
  `Events before ${completeFrom.toISOString()} are no longer kept`

/** What is read from events is right only for a time of which all are kept. */
export const refuseBefore = (
  start: Date,
  completeFrom: Date | null,
  loc: readonly string[],
): Refusal<'invalid_input'> | null =>
  completeFrom === null || start >= completeFrom
    ? null
    : refuse('invalid_input', {
        faults: [{ loc, msg: removedText(completeFrom), type: 'value_error' }],
      })
