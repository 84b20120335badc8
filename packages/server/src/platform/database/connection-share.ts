import { Problem } from '../../kernel/refusal.ts'

export interface Shares {
  /** Runs a task when fewer than so many of its key are running; without a key at once. */
  run<T>(key: string | undefined, task: () => Promise<T>): Promise<T>
  waitingCount(): number
}

interface Use {
  inUse: number
  /** In the order in which they came; the answer is whether it was their turn in time. */
  readonly waiting: Set<(isTurn: boolean) => void>
}

const waitMillisecondsMax = 10_000
const retryAfterSeconds = 1

/** Lets each key have so many tasks at once. Further ones wait, as long as one waits for a lock. */
export function openShares(tasksMax: number): Shares {
  const uses = new Map<string, Use>()

  function leave(key: string, use: Use): void {
    const [next] = use.waiting
    if (next !== undefined) return next(true)
    use.inUse -= 1
    if (use.inUse === 0) uses.delete(key)
  }

  return {
    async run(key, task) {
      if (key === undefined) return task()
      const use = uses.get(key) ?? { inUse: 0, waiting: new Set() }
      uses.set(key, use)
      if (use.inUse < tasksMax) use.inUse += 1
      else if (!(await isTurnInTime(use))) throw new Problem('unavailable', { retryAfterSeconds })
      try {
        return await task()
      } finally {
        leave(key, use)
      }
    },
    waitingCount: () => [...uses.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  }
}

const isTurnInTime = ({ waiting }: Use): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isTurn: boolean) => {
      clearTimeout(timer)
      waiting.delete(end)
      resolve(isTurn)
    }
    const timer = setTimeout(end, waitMillisecondsMax, false)
    waiting.add(end)
  })
