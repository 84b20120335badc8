import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'

const stepMilliseconds = 100

/**
 * Answers at the end of the step of time in which the task ended, so that how long it took doesn't
 * tell what was found.
 */
export async function inEvenTime<T>(clock: Clock, task: () => Promise<T>): Promise<T> {
  const startedAt = clock.monotonicMilliseconds()
  try {
    return await task()
  } finally {
    const took = clock.monotonicMilliseconds() - startedAt
    await sleep(stepMilliseconds - (took % stepMilliseconds))
  }
}
