import type { Database } from '../platform/database/database.ts'
import { sweepIdempotencyKeys } from '../platform/http/idempotency/claims.ts'
import { sweepRateLimits } from '../platform/http/rate-limit.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

/** What clears away, in the background, rows whose time is over. */
export const housekeepingTasks = (database: Database): Tasks => ({
  'rateLimits.sweep': () => sweepRateLimits(database),
  'idempotencyKeys.sweep': () => sweepIdempotencyKeys(database),
})

export const housekeepingSchedules: readonly Schedule[] = [
  { task: 'rateLimits.sweep', cron: '*/5 * * * *' },
  { task: 'idempotencyKeys.sweep', cron: '7 * * * *' },
]
