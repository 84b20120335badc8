import { advanceDaysMax } from '@guildhall/contract/organizations/clock'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

const dayMilliseconds = 86_400_000

export interface ClockFacts {
  readonly isSandbox: boolean
  /** By the organization’s clock. */
  readonly now: Date
  /** In real time, the end of another advance's lease; null if none is running. */
  readonly advanceUntil: Date | null
}

export interface AdvanceRequest {
  readonly to?: Date | null | undefined
  readonly days?: number | null | undefined
}

type AdvanceRefusal = Refusal<
  'clock_of_sandbox_only' | 'clock_is_advancing' | 'clock_backwards' | 'clock_too_far'
>

/** Answers the new time, which a repeated call may find reached already. */
export function planAdvance(
  { isSandbox, now, advanceUntil }: ClockFacts,
  { to, days }: AdvanceRequest,
  realNow: Date,
): Date | AdvanceRefusal {
  if (!isSandbox) return refuse('clock_of_sandbox_only')
  if (advanceUntil !== null && advanceUntil > realNow) return refuse('clock_is_advancing')
  const target = to ?? new Date(now.getTime() + (days ?? 0) * dayMilliseconds)
  const loc = ['body', to == null ? 'days' : 'to']
  if (target < now) return refuse('clock_backwards', { loc, now: now.toISOString() })
  if (target.getTime() - now.getTime() > advanceDaysMax * dayMilliseconds) {
    return refuse('clock_too_far', { loc, days: advanceDaysMax })
  }
  return target
}
