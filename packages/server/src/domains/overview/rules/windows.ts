import { endingDays } from '@guildhall/contract/overview/overview'

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

/** Numbering takes seconds; what is this old waits for something. */
const numberingHours = 1
const stoppedDays = 7
const activityDays = 30

/** What is near enough to an instant to need attention. */
export const windowsAt = (now: Date) => ({
  endsBefore: later(now, endingDays * dayMilliseconds),
  paidBefore: later(now, -numberingHours * hourMilliseconds),
  stoppedSince: later(now, -stoppedDays * dayMilliseconds),
})

/** By real time, like the log of events. */
export const activitySince = (now: Date): Date => later(now, -activityDays * dayMilliseconds)

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** Of the server: keys of Stripe say which money they take. */
export function paymentsOf(secretKey: string | null): 'sandbox' | 'test' | 'live' {
  if (secretKey === null) return 'sandbox'
  return secretKey.split('_')[1] === 'live' ? 'live' : 'test'
}
