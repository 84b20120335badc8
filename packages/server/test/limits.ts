import type { TestDatabase } from './database.ts'
import { runOn } from './sql.ts'

/** Has the windows of all limits that have begun end then, however long what is tested takes. */
export async function limitsEndIn(database: TestDatabase, seconds: number): Promise<void> {
  await runOn(
    database.ownerUrl,
    `update rate_limit set ends_at = now() + $1 * interval '1 second' where ends_at > now()`,
    [seconds],
  )
}
