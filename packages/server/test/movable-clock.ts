import { type Clock, systemClock } from '../src/platform/clock.ts'

/** Real time and an advance, so that sessions age without waiting. */
export interface MovableClock extends Clock {
  advance(seconds: number): void
}

export function movableClock(): MovableClock {
  let aheadMilliseconds = 0
  return {
    now: () => new Date(systemClock.now().getTime() + aheadMilliseconds),
    monotonicMilliseconds: () => systemClock.monotonicMilliseconds(),
    advance: (seconds) => {
      aheadMilliseconds += seconds * 1000
    },
  }
}
