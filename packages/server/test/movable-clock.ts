import { type Clock, systemClock } from '../src/platform/clock.ts'

/** Real time and an advance, so that sessions age without waiting. */
export interface MovableClock extends Clock {
  advance(seconds: number): void
  /** From now on only `advance` moves it, however long what is tested takes. */
  stand(): void
  /** It goes by itself again. */
  go(): void
}

export function movableClock(): MovableClock {
  let aheadMilliseconds = 0
  let standsAt: number | null = null
  return {
    now: () => new Date((standsAt ?? systemClock.now().getTime()) + aheadMilliseconds),
    monotonicMilliseconds: () => systemClock.monotonicMilliseconds(),
    advance: (seconds) => {
      aheadMilliseconds += seconds * 1000
    },
    stand: () => {
      standsAt = systemClock.now().getTime()
    },
    go: () => {
      standsAt = null
    },
  }
}
