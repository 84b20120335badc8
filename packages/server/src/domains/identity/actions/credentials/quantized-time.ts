import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../../platform/clock.ts'

const stepMilliseconds = 100

/** Rounds the duration of a task up to a step, so that it doesn't reveal what the task found. */
export async function withQuantizedTime<T>(clock: Clock, task: () => Promise<T>): Promise<T> {
  const startedAt = clock.monotonicMilliseconds()
  try {
    return await task()
  } finally {
    const took = clock.monotonicMilliseconds() - startedAt
    await sleep(stepMilliseconds - (took % stepMilliseconds))
  }
}
