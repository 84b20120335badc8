import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { startDispatcher } from '../platform/outbox/dispatcher.ts'
import { reactAgain, reactAgainTask } from '../platform/outbox/react-again.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import { type Schedule, startQueue, type Tasks } from '../platform/queue.ts'

export interface WorkerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly reactions: readonly Reaction[]
  readonly tasks: Tasks
  readonly schedules: readonly Schedule[]
  /** How often news and jobs are looked for when nobody rings. */
  readonly pollMilliseconds?: number
}

export interface Worker {
  /** The doorbell for units of work of this process. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** The role `worker` of a process: turns committed news into jobs and runs jobs. */
export function startWorker(options: WorkerOptions): Worker {
  const { database, reactions } = options
  const tasks = { ...options.tasks, [reactAgainTask]: reactAgain(database, reactions) }
  const dispatcher = startDispatcher(options)
  const queue = startQueue({ ...options, tasks })
  return {
    wake: dispatcher.wake,
    stop: async () => {
      await Promise.all([dispatcher.stop(), queue.stop()])
    },
  }
}
