interface Begun {
  readonly begunAt: Date
  /** What is charged without its buyer. */
  readonly paymentMethodId: string | null
}

const laterMilliseconds = 25_000
const withoutBuyerMilliseconds = 60_000
const leastMilliseconds = 15_000
const mostMilliseconds = 6 * 3_600_000

const after = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds)

/** By then whoever began it has long carried it out, unless their process died over it. */
export const firstLookAt = (begunAt: Date): Date => after(begunAt, laterMilliseconds)

/**
 * When a payment is looked after again that is pending yet. Where the processor couldn’t be asked
 * the pauses grow, and never end; where it was, the buyer goes on, or a call of the processor.
 * Nobody goes on with what is charged without its buyer, so that is asked about each minute.
 */
export function nextLookAt(
  { begunAt, paymentMethodId }: Begun,
  isAnswered: boolean,
  now: Date,
): Date | null {
  if (paymentMethodId !== null) return after(now, withoutBuyerMilliseconds)
  if (isAnswered) return null
  const half = (now.getTime() - begunAt.getTime()) / 2
  return after(now, Math.min(Math.max(half, leastMilliseconds), mostMilliseconds))
}
