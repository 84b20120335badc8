import type { Logger } from 'pino'

/** Work found by a query, in batches, by any number of concurrent processes. */
export interface SweepDefinition<in Deps> {
  readonly name: string
  /** Between two runs. */
  readonly pauseMilliseconds: number
  /** Between two runs when events were recorded meanwhile; by default events are ignored. */
  readonly pauseAfterEventsMilliseconds?: number
  /** One query and the work it finds. The signal is aborted when the process is stopping. */
  readonly run: (deps: Deps, signal: AbortSignal) => Promise<void>
}

/** A sweep bound to its dependencies. */
export interface Sweep extends Omit<SweepDefinition<never>, 'run'> {
  readonly run: (signal: AbortSignal) => Promise<void>
}

export const sweep = <Deps>(definition: SweepDefinition<Deps>): SweepDefinition<Deps> => definition

export const sweepsOf = <Deps>(
  definitions: readonly SweepDefinition<Deps>[],
  deps: Deps,
): readonly Sweep[] =>
  definitions.map(({ run, ...definition }) => ({
    ...definition,
    run: (signal) => run(deps, signal),
  }))

export interface Sweeps {
  /** Events were recorded. */
  readonly wake: () => void
  /** The sweeps of these names run without waiting. */
  readonly runNow: (names: readonly string[]) => void
  /** Resolves when the current run is done. */
  readonly stop: () => Promise<void>
}

const failureMillisecondsMax = 60_000

/** Repeats each sweep on its own; a failing one waits longer each time and delays no other. */
export function startSweeps(sweeps: readonly Sweep[], log: Pick<Logger, 'error'>): Sweeps {
  const running = sweeps.map((sweep) => startSweep(sweep, log))
  return {
    wake: () => {
      for (const { wake } of running) wake()
    },
    runNow: (names) => {
      for (const { runNow } of running) runNow(names)
    },
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

function startSweep(sweep: Sweep, log: Pick<Logger, 'error'>): Sweeps {
  const { name, pauseMilliseconds, pauseAfterEventsMilliseconds = pauseMilliseconds } = sweep
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0
  let hasEvents = false
  let isPausedForLong = false
  let isWantedNow = false
  let endPause = () => undefined as void

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function runOnce(): Promise<void> {
    hasEvents = false
    isWantedNow = false
    try {
      await sweep.run(signal)
      failures = 0
    } catch (error) {
      failures += 1
      log.error({ err: error, sweep: name }, 'a sweep failed; trying again')
    }
  }

  async function pauseBetweenRuns(): Promise<void> {
    if (isWantedNow) return
    if (failures > 0) {
      await pause(Math.min(pauseAfterEventsMilliseconds * 2 ** failures, failureMillisecondsMax))
      return
    }
    await pause(pauseAfterEventsMilliseconds)
    const remaining = pauseMilliseconds - pauseAfterEventsMilliseconds
    if (hasEvents || isWantedNow || signal.aborted || remaining <= 0) return
    isPausedForLong = true
    await pause(remaining)
    isPausedForLong = false
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await runOnce()
      if (!signal.aborted) await pauseBetweenRuns()
    }
  }

  const running = run()
  return {
    wake: () => {
      hasEvents = true
      if (isPausedForLong) endPause()
    },
    runNow: (names) => {
      if (!names.includes(name)) return
      isWantedNow = true
      endPause()
    },
    stop: async () => {
      stopping.abort()
      endPause()
      await running
    },
  }
}
