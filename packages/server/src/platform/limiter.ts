import { Problem } from '../kernel/refusal.ts'

const retryAfterSeconds = 2

/** Runs some tasks at a time, in their order; what would wait behind too many others is refused. */
export function limiter(runningMax: number, waitingMax: number) {
  let free = runningMax
  const waiting: (() => void)[] = []
  return async function limited<T>(task: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else if (waiting.length < waitingMax) {
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else throw new Problem('too_busy', { retryAfterSeconds })
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
