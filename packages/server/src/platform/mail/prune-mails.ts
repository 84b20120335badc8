import type { Kysely } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import { firstIdAt } from '../ids.ts'

const keptMilliseconds = 90 * 86_400_000

/**
 * Mails that were sent or given up are kept for a time, to answer whether somebody got one. They are
 * dated by the clocks of organizations, which may be years ahead; their ids are in real time.
 */
export async function pruneMails(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('status', '<>', 'queued')
    .where('id', '<', firstIdAt('mail', new Date(now.getTime() - keptMilliseconds)))
    .execute()
}

/** Takes back what was queued until then and wasn’t sent yet. */
export async function withdrawMails(db: Kysely<Tables>, until: Date): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('status', '=', 'queued')
    .where('createdAt', '<=', until)
    .execute()
}
