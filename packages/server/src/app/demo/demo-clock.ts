import type { Clock } from '../../platform/clock.ts'

export const dayMilliseconds = 86_400_000

/** A clock that can be set to a past time, so that demo objects have different ages. */
export interface DemoClock extends Clock {
  /** Sets it to a number of days before the demo is created. */
  readonly setBack: (days: number) => void
  /** The instant at which the demo is created. */
  readonly today: Date
}

export function demoClock(real: Clock): DemoClock {
  const today = real.now()
  let back = 0
  return {
    today,
    now: () => new Date(today.getTime() - back),
    monotonicMilliseconds: () => real.monotonicMilliseconds(),
    setBack: (days) => {
      back = Math.round(days * dayMilliseconds)
    },
  }
}
