import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from './database/db-types.gen.ts'

export interface Clock {
  /** Real time. Billing code uses `organizationTime` instead. */
  now(): Date
  /** For measuring durations and waiting: monotonic, and meaningless outside this process. */
  monotonicMilliseconds(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMilliseconds: () => performance.now(),
}

/** The current time of an organization: the instant of its frozen sandbox clock, else real time. */
export const organizationTime = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  clock: Clock,
): Promise<Date> => (await frozenTime(db, organizationId)) ?? clock.now()

/** The instant of a frozen sandbox clock; null while it runs in real time. */
export async function frozenTime(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const row = await db
    .selectFrom('organizationClock')
    .select('frozenAt')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.frozenAt ?? null
}
