import type { Clock } from '../platform/clock.ts'
import { type PostOffice, sendMail, sendMailTask } from '../platform/mail/send-mail.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Task, Tasks } from '../platform/queue.ts'
import { housekeepingTasks } from './housekeeping.ts'

/** Every job this server knows how to do. */
export const serverTasks = (office: PostOffice): Tasks => ({
  [sendMailTask]: sendMail(office),
  ...housekeepingTasks(office.database),
})

/** The same tasks, with their durations told to the metrics. */
export const measuredTasks = (tasks: Tasks, metrics: Metrics, clock: Clock): Tasks =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, measured(name, task, metrics, clock)]),
  )

function measured(name: string, task: Task, metrics: Metrics, clock: Clock): Task {
  return async (payload, context) => {
    const startedAt = clock.monotonicMilliseconds()
    let outcome: 'done' | 'failed' = 'failed'
    try {
      await task(payload, context)
      outcome = 'done'
    } finally {
      const seconds = (clock.monotonicMilliseconds() - startedAt) / 1000
      metrics.jobEnded({ task: name, outcome, seconds })
    }
  }
}
