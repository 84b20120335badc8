import type { Logger } from 'pino'

/** Work that is found by looking for it, some at a time, and by any number of processes at once. */
export interface Sweep {
  readonly name: string
  /** How long it rests between two looks. */
  readonly restMilliseconds: number
  /** How long at least, where there was news meanwhile; without it news doesn’t matter. */
  readonly afterNewsMilliseconds?: number
  /** One look, and what follows from it. The signal is given when the process is to stop. */
  run(signal: AbortSignal): Promise<void>
}

export interface Sweeps {
  /** There was news. */
  readonly wake: () => void
  /** Resolves when what is under way is done. */
  readonly stop: () => Promise<void>
}

const failureMillisecondsMax = 60_000

/** Each looks by itself, again and again; one that fails takes its time, and holds up no other. */
export function startSweeps(sweeps: readonly Sweep[], log: Pick<Logger, 'error'>): Sweeps {
  const running = sweeps.map((sweep) => startSweep(sweep, log))
  return {
    wake: () => {
      for (const { wake } of running) wake()
    },
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

function startSweep(sweep: Sweep, log: Pick<Logger, 'error'>): Sweeps {
  const { name, restMilliseconds, afterNewsMilliseconds = restMilliseconds } = sweep
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0
  let isNews = false
  let isResting = false
  let endPause = () => undefined as void

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function look(): Promise<void> {
    isNews = false
    try {
      await sweep.run(signal)
      failures = 0
    } catch (error) {
      failures += 1
      log.error({ err: error, sweep: name }, 'a sweep failed; it is done again')
    }
  }

  async function rest(): Promise<void> {
    if (failures > 0) {
      await pause(Math.min(afterNewsMilliseconds * 2 ** failures, failureMillisecondsMax))
      return
    }
    await pause(afterNewsMilliseconds)
    if (isNews || signal.aborted || restMilliseconds <= afterNewsMilliseconds) return
    isResting = true
    await pause(restMilliseconds - afterNewsMilliseconds)
    isResting = false
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await look()
      if (!signal.aborted) await rest()
    }
  }

  const running = run()
  return {
    wake: () => {
      isNews = true
      if (isResting) endPause()
    },
    stop: async () => {
      stopping.abort()
      endPause()
      await running
    },
  }
}
