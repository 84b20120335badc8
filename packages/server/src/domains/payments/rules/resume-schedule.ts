interface StartedPayment {
  readonly startedAt: Date
  /** Set where a stored card is charged without the customer present. */
  readonly paymentMethodId: string | null
}

const firstMilliseconds = 25_000
const storedCardMilliseconds = 60_000
const pauseMillisecondsMin = 15_000
const pauseMillisecondsMax = 6 * 3_600_000

const after = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds)

/** By then the request that created the payment has submitted it, or its process has died. */
export const firstCheckAt = (startedAt: Date): Date => after(startedAt, firstMilliseconds)

/**
 * When a pending payment is checked again. While the processor is unavailable the pauses grow. Once
 * it has answered, the buyer or a webhook continues the payment; no one continues the charge of a
 * stored card, so that is checked every minute.
 */
export function nextCheckAt(
  { startedAt, paymentMethodId }: StartedPayment,
  isAnswered: boolean,
  now: Date,
): Date | null {
  if (paymentMethodId !== null) return after(now, storedCardMilliseconds)
  if (isAnswered) return null
  const half = (now.getTime() - startedAt.getTime()) / 2
  return after(now, Math.min(Math.max(half, pauseMillisecondsMin), pauseMillisecondsMax))
}
