import type { TestDatabase } from './database.ts'
import { runOn } from './sql.ts'

/** Makes all open rate-limit windows end at a known time, however long the test takes. */
export async function limitsEndIn(database: TestDatabase, seconds: number): Promise<void> {
  await runOn(
    database.ownerUrl,
    `update rate_limit set ends_at = now() + $1 * interval '1 second' where ends_at > now()`,
    [seconds],
  )
}
