import type { Logger } from 'pino'
import { startDeliverer } from '../domains/webhooks/jobs/deliverer.ts'
import type { DeliveryParts } from '../domains/webhooks/jobs/delivery-parts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { startDispatcher } from '../platform/outbox/dispatcher.ts'
import { reactAgain, reactAgainTask } from '../platform/outbox/react-again.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import { summarizeAgainTask } from '../platform/outbox/summarize.ts'
import type { Summary } from '../platform/outbox/summary.ts'
import { type Schedule, startQueue, type Tasks } from '../platform/queue.ts'
import { summarizeAgain } from '../platform/summarize-again.ts'
import { type Sweep, startSweeps } from '../platform/sweeps.ts'

export interface WorkerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly reactions: readonly Reaction[]
  /** What is told after what happened to a customer. */
  readonly summary?: Summary
  readonly tasks: Tasks
  readonly schedules: readonly Schedule[]
  readonly sweeps?: readonly Sweep[]
  /** What endpoints are sent with; nothing is sent where it's null. */
  readonly delivery?: DeliveryParts | null
  /** How often news and jobs are looked for when nobody rings. */
  readonly pollMilliseconds?: number
}

export interface Worker {
  /** The doorbell for units of work of this process. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/**
 * The role `worker` of a process: turns committed news into jobs, runs jobs, sweeps, and sends
 * endpoints what is news to them.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { database, clock, reactions, summary, delivery = null } = options
  const deliverer = delivery === null ? null : startDeliverer(delivery)
  const sweeps = startSweeps(options.sweeps ?? [], options.log)
  const dispatcher = startDispatcher({
    ...options,
    moved: () => {
      deliverer?.wake()
      sweeps.wake()
    },
  })
  const workshop = { database, clock, wake: dispatcher.wake }
  const tasks = {
    ...options.tasks,
    [reactAgainTask]: reactAgain(database, reactions),
    ...(summary !== undefined && { [summarizeAgainTask]: summarizeAgain(workshop, summary) }),
  }
  const queue = startQueue({ ...options, tasks })
  return {
    wake: dispatcher.wake,
    stop: async () => {
      await Promise.all([dispatcher.stop(), queue.stop(), deliverer?.stop(), sweeps.stop()])
    },
  }
}
