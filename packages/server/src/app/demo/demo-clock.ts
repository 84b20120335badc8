import type { Clock } from '../../platform/clock.ts'

export const dayMilliseconds = 86_400_000

/** A clock that is put back: everything in the demo happened at a time of its own. */
export interface DemoClock extends Clock {
  /** From now on it's so many days before the demo was made. */
  readonly putBack: (days: number) => void
  /** When the demo is made. */
  readonly today: Date
}

export function demoClock(real: Clock): DemoClock {
  const today = real.now()
  let back = 0
  return {
    today,
    now: () => new Date(today.getTime() - back),
    monotonicMilliseconds: () => real.monotonicMilliseconds(),
    putBack: (days) => {
      back = Math.round(days * dayMilliseconds)
    },
  }
}
