import type { webhookHealthStates } from '@guildhall/contract/webhooks/shapes'
import { isSuspended, isSuspensionDue, isWarningDue } from './endpoint-suspension.ts'

export interface EndpointHealth {
  /** A suspended endpoint gets only retries; new events wait for a success. */
  readonly isSuspended: boolean
  /** Start of the first failure since the last success; null where there was none. */
  readonly failingSince: Date | null
  /** Different events that failed since then. */
  readonly failedEvents: number
  readonly warnedAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lastCode: number | null
}

export interface AttemptOutcome {
  readonly succeeded: boolean
  readonly httpCode: number | null
  readonly startedAt: Date
  /** Start of the last failed attempt of the same event before this one. */
  readonly failedBefore: Date | null
}

/** What members are notified of. */
export const healthNotices = ['warned', 'suspended', 'resumed'] as const
export type HealthNotice = (typeof healthNotices)[number]

export interface HealthChange {
  readonly health: EndpointHealth
  readonly notice: HealthNotice | null
}

/** Retries of one event count once: a single event never suspends an endpoint. */
export const healthAfterAttempt = (
  health: EndpointHealth,
  outcome: AttemptOutcome,
  now: Date,
): HealthChange =>
  outcome.succeeded ? afterSuccess(health, outcome, now) : afterFailure(health, outcome, now)

const afterSuccess = (
  health: EndpointHealth,
  { httpCode }: AttemptOutcome,
  now: Date,
): HealthChange => ({
  health: {
    isSuspended: false,
    failingSince: null,
    failedEvents: 0,
    warnedAt: null,
    lastSuccessAt: now,
    lastFailureAt: health.lastFailureAt,
    lastCode: httpCode,
  },
  notice: health.isSuspended ? 'resumed' : null,
})

function afterFailure(health: EndpointHealth, outcome: AttemptOutcome, now: Date): HealthChange {
  const failedEvents = health.failedEvents + (isCounted(health, outcome) ? 0 : 1)
  const failing = { ...health, failedEvents }
  const [isWarned, isSuspendedNow] = [isWarningDue(failing), isSuspensionDue(failing)]
  return {
    health: {
      isSuspended: health.isSuspended || isSuspendedNow,
      failingSince: earlier(health.failingSince, outcome.startedAt),
      failedEvents,
      warnedAt: isWarned ? now : health.warnedAt,
      lastSuccessAt: health.lastSuccessAt,
      lastFailureAt: now,
      lastCode: outcome.httpCode,
    },
    notice: isSuspendedNow ? 'suspended' : isWarned ? 'warned' : null,
  }
}

/** Of several concurrent attempts, the first to start need not be the first to fail. */
const earlier = (known: Date | null, at: Date): Date => (known !== null && known < at ? known : at)

const isCounted = ({ failingSince }: EndpointHealth, { failedBefore }: AttemptOutcome): boolean =>
  failedBefore !== null && failingSince !== null && failedBefore >= failingSince

interface Facts {
  readonly isEnabled: boolean
  readonly disabledReason: string | null
  readonly failingSince: Date | null
}

/** The state that the API shows; a suspended endpoint is called `resting` there. */
export function healthStateOf(facts: Facts): (typeof webhookHealthStates)[number] {
  if (!facts.isEnabled) return isSuspended(facts) ? 'resting' : 'disabled'
  return facts.failingSince === null ? 'healthy' : 'failing'
}
