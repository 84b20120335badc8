import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from './database/db-types.gen.ts'

export interface Clock {
  /** Real time. What billing does asks `organizationTime`. */
  now(): Date
  /** For measuring and waiting: never jumps, and means nothing outside this process. */
  monotonicMilliseconds(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMilliseconds: () => performance.now(),
}

/** The instant of an organization: where its sandbox clock stands, else real time. */
export async function organizationTime(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  clock: Clock,
): Promise<Date> {
  const row = await tx
    .selectFrom('organizationClock')
    .select('frozenAt')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.frozenAt ?? clock.now()
}
