interface Period {
  readonly from: Date
  readonly to: Date
}

const dayMilliseconds = 86_400_000
/** What Stripe has just done may not be recorded here yet, and its clock isn’t ours. */
const lagMilliseconds = 3_600_000
const repeatedDays = 30

const earlier = (at: Date, milliseconds: number): Date => new Date(at.getTime() - milliseconds)

/** The end of what can be compared now. */
export const comparableTo = (now: Date): Date => earlier(now, lagMilliseconds)

interface Before {
  /** Where the last finished run ended; null before the first. */
  readonly comparedTo: Date | null
  /** Null where there is none. */
  readonly firstPaymentAt: Date | null
}

/**
 * A daily run compares the last thirty days, so that a difference stays listed for some time, and
 * all that was never compared: the first one starts before the first payment, which Stripe may
 * have dated earlier than we did (it counts in whole seconds).
 */
export function dailyPeriod({ comparedTo, firstPaymentAt }: Before, now: Date): Period {
  const to = comparableTo(now)
  const first = firstPaymentAt === null ? to : earlier(firstPaymentAt, lagMilliseconds)
  const uncompared = comparedTo ?? first
  const repeated = earlier(to, repeatedDays * dayMilliseconds)
  return { from: uncompared < repeated ? uncompared : repeated, to }
}

/** A long period is compared day by day, so that an interrupted run can continue. */
export const nextPart = (from: Date, { to }: Pick<Period, 'to'>): Period => ({
  from,
  to: new Date(Math.min(from.getTime() + dayMilliseconds, to.getTime())),
})
