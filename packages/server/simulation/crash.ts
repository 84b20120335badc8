import { sql, type Transaction } from 'kysely'
import type { Tables } from '../src/platform/database/db-types.gen.ts'

// Thrown by the simulation itself, so that no real failure is taken for it.
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash'
}

const askAgainMilliseconds = 20
const attemptsMax = 250

// Has PostgreSQL end this connection in the middle of its transaction; whatever is asked of it from
// now on fails.
export async function breakConnection(tx: Transaction<Tables>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 1`.execute(tx)
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, askAgainMilliseconds))
    const alive = await sql`select 1`.execute(tx).then(
      () => true,
      () => false,
    )
    if (!alive) return
  }
  throw new Error('the connection could not be broken')
}
