interface StartedPayment {
  readonly startedAt: Date
  /** Set where a stored card is charged without the customer present. */
  readonly paymentMethodId: string | null
  /** Until when a customer who is present may confirm it; null where none is. */
  readonly confirmBy: Date | null
}

const firstMilliseconds = 25_000
const everyMinute = 60_000
const confirmationMilliseconds = 15 * 60_000
const pauseMillisecondsMin = 15_000
const pauseMillisecondsMax = 6 * 3_600_000

const after = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds)

/** By then the request that created the payment has submitted it, or its process has died. */
export const firstCheckAt = (startedAt: Date): Date => after(startedAt, firstMilliseconds)

/** Then a payment that its customer left unconfirmed is canceled. */
export const confirmationEndsAt = (startedAt: Date): Date =>
  after(startedAt, confirmationMilliseconds)

export const isUnconfirmed = (
  { confirmBy }: Pick<StartedPayment, 'confirmBy'>,
  now: Date,
): boolean => confirmBy !== null && confirmBy <= now

/**
 * When a pending payment is checked again. While the processor is unavailable the pauses grow. Once
 * it has answered, the buyer or a webhook continues the payment; no one continues the charge of a
 * stored card, or one that its customer has left, so that is checked every minute.
 */
export function nextCheckAt(
  { startedAt, paymentMethodId, confirmBy }: StartedPayment,
  isAnswered: boolean,
  now: Date,
): Date | null {
  if (paymentMethodId !== null || confirmBy !== null) return after(now, everyMinute)
  if (isAnswered) return null
  const half = (now.getTime() - startedAt.getTime()) / 2
  return after(now, Math.min(Math.max(half, pauseMillisecondsMin), pauseMillisecondsMax))
}
