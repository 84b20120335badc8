import type { Logger } from 'pino'
import { startDeliverer } from '../domains/webhooks/actions/delivery/deliverer.ts'
import type { DeliveryDeps } from '../domains/webhooks/actions/delivery/deps.ts'
import { type FreeClaims, watchForDead } from '../platform/claims.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { startDispatcher } from '../platform/outbox/dispatcher.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import { retryReaction, retryReactionTask } from '../platform/outbox/retry-reaction.ts'
import { retrySummaryTask } from '../platform/outbox/summarize.ts'
import type { Summary } from '../platform/outbox/summary.ts'
import { type Schedule, startQueue, type Tasks } from '../platform/queue.ts'
import { retrySummary } from '../platform/retry-summary.ts'
import { type Sweep, startSweeps } from '../platform/sweeps.ts'

export interface WorkerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly reactions: readonly Reaction[]
  /** The event that follows changes of a customer. */
  readonly summary?: Summary
  /** The names of all events; without them, any event is dispatched. */
  readonly knownNames?: readonly string[]
  readonly tasks: Tasks
  readonly schedules: readonly Schedule[]
  readonly sweeps?: readonly Sweep[]
  /** What processes claim, and this one frees where they have died. */
  readonly claims?: readonly FreeClaims[]
  /** Null where webhooks aren't delivered. */
  readonly delivery?: DeliveryDeps | null
  /** How often events and jobs are polled for when nothing wakes the process. */
  readonly pollMilliseconds?: number
}

export interface Worker {
  /** Called after units of work of this process that recorded events. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/**
 * The role `worker` of a process: dispatches committed events, runs jobs and sweeps, and delivers
 * webhooks.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { database, clock, reactions, summary, delivery = null } = options
  const deliverer = delivery === null ? null : startDeliverer(delivery)
  const sweeps = startSweeps(options.sweeps ?? [], options.log)
  const dead = watchForDead(
    { database, clock, claims: options.claims ?? [], runSweeps: sweeps.runNow },
    options.log,
  )
  const dispatcher = startDispatcher({
    ...options,
    moved: () => {
      deliverer?.wake()
      sweeps.wake()
    },
  })
  const uowFactory = { database, clock, wake: dispatcher.wake }
  const tasks = {
    ...options.tasks,
    [retryReactionTask]: retryReaction(database, reactions),
    ...(summary !== undefined && { [retrySummaryTask]: retrySummary(uowFactory, summary) }),
  }
  const queue = startQueue({ ...options, tasks })
  return {
    wake: dispatcher.wake,
    stop: async () => {
      await Promise.all([
        dispatcher.stop(),
        queue.stop(),
        deliverer?.stop(),
        sweeps.stop(),
        dead.stop(),
      ])
    },
  }
}
