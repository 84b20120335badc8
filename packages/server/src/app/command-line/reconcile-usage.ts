import { readArgs, type UsageError } from './usage.ts'

export const reconcileHelp = `guildhall reconcile [options]

Compares the ledger with Stripe’s balance transactions and prints every difference. Changes nothing,
except with --book.

  --from <time>  start of the period, such as 2026-03-01 or 2026-03-01T12:00:00Z;
                 default: 30 days before its end
  --to <time>    end of the period, exclusive; default: an hour ago
  --book         first book the transactions and fees that are missing here
  --json         print JSON

Exits with 0 if there is no difference, 1 if there is one, and 2 if the period was not compared.

Examples:

  guildhall reconcile
  guildhall reconcile --from 2026-03-01 --to 2026-04-01 --book`

export interface ReconcileOptions {
  readonly from: Date
  readonly to: Date
  readonly isBooking: boolean
  readonly isJson: boolean
}

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  book: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const periodMilliseconds = 30 * 86_400_000

/** The end by default is what can be compared by now. */
export function readReconcile(
  args: readonly string[],
  comparableTo: Date,
): ReconcileOptions | UsageError {
  const read = readArgs(args, options)
  if ('usageError' in read) return read
  const { values, positionals } = read
  if (positionals.length > 0) return { usageError: `There is no option ${positionals[0]}` }
  const to = values.to === undefined ? comparableTo : readTime(values.to)
  if ('usageError' in to) return to
  const earlier = new Date(to.getTime() - periodMilliseconds)
  const from = values.from === undefined ? earlier : readTime(values.from)
  if ('usageError' in from) return from
  if (from >= to) return { usageError: 'The period ends before it starts' }
  return { from, to, isBooking: values.book === true, isJson: values.json === true }
}

const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** A day starts at midnight UTC. */
function readTime(text: string): Date | UsageError {
  const time = new Date(text)
  const isTime = timePattern.test(text) && !Number.isNaN(time.getTime())
  return isTime
    ? time
    : { usageError: `${text} is not a time, such as 2026-03-01 or 2026-03-01T12:00:00Z` }
}
