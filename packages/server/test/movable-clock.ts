import { type Clock, systemClock } from '../src/platform/clock.ts'

/** Real time and an advance, so that sessions age without waiting. */
export interface MovableClock extends Clock {
  advance(seconds: number): void
  /** From now on only `advance` moves it. */
  freeze(): void
  /** Runs in real time again. */
  resume(): void
}

export function movableClock(): MovableClock {
  let aheadMilliseconds = 0
  let frozenAt: number | null = null
  return {
    now: () => new Date((frozenAt ?? systemClock.now().getTime()) + aheadMilliseconds),
    monotonicMilliseconds: () => systemClock.monotonicMilliseconds(),
    advance: (seconds) => {
      aheadMilliseconds += seconds * 1000
    },
    freeze: () => {
      frozenAt = systemClock.now().getTime()
    },
    resume: () => {
      frozenAt = null
    },
  }
}
