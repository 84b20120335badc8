import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { namedStatement } from '../database/reader.ts'
import { openStandingConnection } from '../database/standing-connection.ts'
import { type DispatchParts, dispatchBatch, eventsPerBatchMax } from './dispatch.ts'
import { doorbellChannel } from './doorbell.ts'
import { carefully } from './react-again.ts'
import { heardBy, type Reaction } from './reactions.ts'
import { createRest } from './rest.ts'
import { summarizeCarefully } from './summarize.ts'
import type { Summary } from './summary.ts'
import { createUpkeep } from './upkeep.ts'

export interface DispatcherOptions {
  readonly database: Database
  readonly reactions: readonly Reaction[]
  readonly summary?: Summary
  readonly clock: Clock
  readonly log: Logger
  readonly pollMilliseconds?: number
  /** Told whenever the log has grown. */
  readonly moved?: () => void
}

export interface Dispatcher {
  /** The doorbell: there is news. */
  readonly wake: () => void
  /** Moves everything that is committed by now; answers how many events those were. */
  readonly drain: () => Promise<number>
  /** Resolves when the batch under way is done. */
  readonly stop: () => Promise<void>
}

const pollMillisecondsDefault = 100
const turnMilliseconds = 20
/** As long as news comes in, it's dispatched together. */
const batchesApartMilliseconds = 25
const failureMillisecondsMax = 5_000

const pending = namedStatement<{ pending: boolean }>(
  'outbox_pending',
  'select exists (select from outbox) as pending',
)

async function isNewsThere({ read }: Database): Promise<boolean> {
  const [found] = await read(pending, [])
  return found?.pending === true
}

/**
 * Moves committed events to the log and on to their reactions for as long as it runs. Any number
 * of processes may run one; they take turns. It looks by itself often enough that a lost ring of
 * the doorbell is a delay and nothing else.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, reactions, summary, log } = options
  const parts: DispatchParts = {
    transact: database.transact,
    heard: heardBy(reactions),
    ...(summary !== undefined && { summarize: summarizeCarefully(summary, log) }),
  }
  const pollMilliseconds = options.pollMilliseconds ?? pollMillisecondsDefault
  const jobsOf = carefully(reactions, log)
  const rest = createRest()
  const upkeep = createUpkeep(options)
  const bell =
    database.listening &&
    openStandingConnection(database.listening, log, async (client) => {
      client.on('notification', rest.end)
      await client.query(`listen ${doorbellChannel}`)
    })
  let failures = 0
  let stopped = false

  async function moveBatch(isRung: boolean): Promise<number> {
    if (!isRung && !(await isNewsThere(database))) return pollMilliseconds
    const moved = await dispatchBatch(parts, jobsOf, 'skip')
    if (moved === null) return turnMilliseconds
    if (moved > 0) options.moved?.()
    return moved === eventsPerBatchMax ? 0 : pollMilliseconds
  }

  async function step(isRung: boolean): Promise<number> {
    await upkeep.doDue()
    try {
      const restMilliseconds = await moveBatch(isRung)
      failures = 0
      return restMilliseconds
    } catch (error) {
      log.warn({ err: error }, 'events could not be dispatched; trying again')
      failures += 1
      // After a long sleep of the machine the reason may be a missing partition.
      upkeep.hurry()
      return Math.min(pollMilliseconds * 2 ** failures, failureMillisecondsMax)
    }
  }

  async function run(): Promise<void> {
    let isRung = false
    while (!stopped) {
      const restMilliseconds = await step(isRung)
      isRung = await rest.begin(
        restMilliseconds,
        Math.min(restMilliseconds, batchesApartMilliseconds),
      )
    }
  }

  const running = run()
  return {
    wake: rest.end,
    drain: () => drain(parts, jobsOf),
    stop: async () => {
      stopped = true
      rest.end()
      await running
      await bell?.close()
    },
  }
}

async function drain(parts: DispatchParts, jobsOf: ReturnType<typeof carefully>): Promise<number> {
  let total = 0
  for (;;) {
    const moved = await dispatchBatch(parts, jobsOf, 'wait')
    if (moved === 0 || moved === null) return total
    total += moved
  }
}
