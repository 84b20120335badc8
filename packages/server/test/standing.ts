import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Processor } from '../src/domains/payments/rules/processor.ts'

/** What a process does that is to be killed at one place: it says that it's there, and stays. */
export function standingAt(place: string): (reached: string) => Promise<void> {
  return async (reached) => {
    if (reached !== place) return
    sayStanding()
    await sleep(60_000)
  }
}

/** At once, also where whoever says it does nothing more. */
export function sayStanding(): void {
  writeSync(1, 'standing\n')
}

/** Before and after it has taken the money. */
export const standingAround =
  (stand: (reached: string) => Promise<void>) =>
  (processor: Processor): Processor => ({
    ...processor,
    charge: async (wish) => {
      await stand('asking')
      const seen = await processor.charge(wish)
      await stand('answered')
      return seen
    },
  })
