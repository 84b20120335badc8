/** How many different events fail in a row before the members are told, and before it rests. */
const failuresBeforeWarning = 3
const failuresBeforeRest = 10

/** How an endpoint fares. */
export interface Standing {
  /** Whether it rests: what is new waits, and only what had failed is tried. */
  readonly isResting: boolean
  /** Since the last success; null where nothing failed after it. */
  readonly failingSince: Date | null
  /** Different events that failed since then. */
  readonly failedEvents: number
  readonly warnedAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lastCode: number | null
}

export interface Attempted {
  readonly succeeded: boolean
  readonly httpCode: number | null
  /** When it began: what fails is known of later. */
  readonly begunAt: Date
  /** When its event’s last attempt before this one began, if it failed. */
  readonly failedBefore: Date | null
}

/** What members, or its lane, are to be told of. */
export type StandingNews = 'warned' | 'rested' | 'awakened'

export interface Judgement {
  readonly standing: Standing
  readonly news: StandingNews | null
}

/** An event that fails again is no further failure: one event alone never brings it to rest. */
export const standingAfter = (standing: Standing, attempted: Attempted, now: Date): Judgement =>
  attempted.succeeded
    ? afterSuccess(standing, attempted, now)
    : afterFailure(standing, attempted, now)

const afterSuccess = (standing: Standing, { httpCode }: Attempted, now: Date): Judgement => ({
  standing: {
    isResting: false,
    failingSince: null,
    failedEvents: 0,
    warnedAt: null,
    lastSuccessAt: now,
    lastFailureAt: standing.lastFailureAt,
    lastCode: httpCode,
  },
  news: standing.isResting ? 'awakened' : null,
})

function afterFailure(standing: Standing, attempted: Attempted, now: Date): Judgement {
  const { failingSince, isResting, warnedAt } = standing
  const failedEvents = standing.failedEvents + (isCounted(standing, attempted) ? 0 : 1)
  const isWarned = warnedAt === null && failedEvents >= failuresBeforeWarning
  const isRested = !isResting && failedEvents >= failuresBeforeRest
  return {
    standing: {
      isResting: isResting || isRested,
      failingSince: earlier(failingSince, attempted.begunAt),
      failedEvents,
      warnedAt: isWarned ? now : warnedAt,
      lastSuccessAt: standing.lastSuccessAt,
      lastFailureAt: now,
      lastCode: attempted.httpCode,
    },
    news: newsOf(isRested, isWarned),
  }
}

/** Of several under way at once the first to begin need not be the first to fail. */
const earlier = (known: Date | null, at: Date): Date => (known !== null && known < at ? known : at)

const isCounted = ({ failingSince }: Standing, { failedBefore }: Attempted): boolean =>
  failedBefore !== null && failingSince !== null && failedBefore >= failingSince

function newsOf(isRested: boolean, isWarned: boolean): StandingNews | null {
  if (isRested) return 'rested'
  return isWarned ? 'warned' : null
}
