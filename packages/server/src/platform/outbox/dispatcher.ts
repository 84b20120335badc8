import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openPersistentConnection } from '../database/persistent-connection.ts'
import { namedStatement } from '../database/reader.ts'
import { createPause, restAfter } from '../interruptible-pause.ts'
import { type DispatchDeps, dispatchBatch, eventsPerBatchMax } from './dispatch.ts'
import { finishedEvents } from './finished-commits.ts'
import { eventsChannel } from './notify-dispatchers.ts'
import { createPartitionMaintenance } from './partition-maintenance.ts'
import { handledNames, type Reaction } from './reactions.ts'
import { withRetries } from './retry-reaction.ts'
import { summarizeWithRetries } from './summarize.ts'
import type { Summary } from './summary.ts'

export interface DispatcherOptions {
  readonly database: Database
  readonly reactions: readonly Reaction[]
  readonly summary?: Summary
  readonly knownNames?: readonly string[]
  readonly clock: Clock
  readonly log: Logger
  readonly pollMilliseconds?: number
  /** Called whenever events were added to the log. */
  readonly moved?: () => void
}

export interface Dispatcher {
  /** Looks for new events soon. */
  readonly wake: () => void
  /** Dispatches everything committed so far; returns the number of events. */
  readonly drain: () => Promise<number>
  /** Resolves when the current batch is finished. */
  readonly stop: () => Promise<void>
}

const pollMillisecondsDefault = 100
const lockedMilliseconds = 20
/** Events that arrive within this time are dispatched together, or sooner if batches are quick. */
const batchesApartMilliseconds = 25
const failureMillisecondsMax = 5_000

const pending = namedStatement<{ pending: boolean }>(
  'outbox_pending',
  'select exists (select from outbox) as pending',
)

async function hasPendingEvents({ read }: Database): Promise<boolean> {
  const [found] = await read(pending, [])
  return found?.pending === true
}

/**
 * Moves committed events to the log and triggers their reactions, until stopped. Any number of
 * processes may run one; they take turns. It polls often enough that a lost wake-up notice causes
 * only a short delay.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, reactions, summary, knownNames = null, clock, log } = options
  const deps: DispatchDeps = {
    transact: database.transact,
    ...(database.isDistributed && { finished: finishedEvents }),
    knownNames,
    triggeringNames: handledNames(reactions),
    ...(summary !== undefined && { summarize: summarizeWithRetries(summary, database, log) }),
  }
  const pollMilliseconds = options.pollMilliseconds ?? pollMillisecondsDefault
  const jobsOf = withRetries(reactions, log)
  const pause = createPause()
  const maintenance = createPartitionMaintenance(options)
  const listener = openPersistentConnection(database.listening, log, async (client) => {
    client.on('notification', pause.end)
    await client.query(`listen ${eventsChannel}`)
  })
  let failures = 0
  let stopped = false

  async function moveBatch(isWoken: boolean): Promise<number> {
    if (!isWoken && !(await hasPendingEvents(database))) return pollMilliseconds
    const moved = await dispatchBatch(deps, jobsOf, 'skip')
    if (moved === null) return lockedMilliseconds
    if (moved > 0) options.moved?.()
    return moved === eventsPerBatchMax ? 0 : pollMilliseconds
  }

  async function step(isWoken: boolean): Promise<number> {
    await maintenance.runIfDue()
    try {
      const pauseMilliseconds = await moveBatch(isWoken)
      failures = 0
      return pauseMilliseconds
    } catch (error) {
      log.warn({ err: error }, 'events could not be dispatched; trying again')
      failures += 1
      // After a long sleep of the machine the reason may be a missing partition.
      maintenance.makeDue()
      return Math.min(pollMilliseconds * 2 ** failures, failureMillisecondsMax)
    }
  }

  async function run(): Promise<void> {
    let isWoken = false
    while (!stopped) {
      const startedAt = clock.monotonicMilliseconds()
      const pauseMilliseconds = await step(isWoken)
      const rest = restAfter(clock.monotonicMilliseconds() - startedAt, batchesApartMilliseconds)
      isWoken = await pause.begin(pauseMilliseconds, Math.min(pauseMilliseconds, rest))
    }
  }

  const running = run()
  return {
    wake: pause.end,
    drain: () => drain(deps, jobsOf),
    stop: async () => {
      stopped = true
      pause.end()
      await running
      await listener.close()
    },
  }
}

async function drain(deps: DispatchDeps, jobsOf: ReturnType<typeof withRetries>): Promise<number> {
  let total = 0
  for (;;) {
    const moved = await dispatchBatch(deps, jobsOf, 'wait')
    if (moved === 0 || moved === null) return total
    total += moved
  }
}
