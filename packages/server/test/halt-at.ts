import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Processor } from '../src/domains/payments/rules/processor.ts'

/** Halts a process at one place, where a test kills it. */
export function haltAt(place: string): (reached: string) => Promise<void> {
  return async (reached) => {
    if (reached !== place) return
    reportHalted()
    await sleep(60_000)
  }
}

/** Synchronous, so that it is printed even if the process then blocks. */
export function reportHalted(): void {
  writeSync(1, 'halted\n')
}

/** Halts before and after a charge. */
export const haltingAround =
  (halt: (reached: string) => Promise<void>) =>
  (processor: Processor): Processor => ({
    ...processor,
    charge: async (input) => {
      await halt('asking')
      const answer = await processor.charge(input)
      await halt('answered')
      return answer
    },
  })
