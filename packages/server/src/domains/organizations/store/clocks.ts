import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { OrganizationClockTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type ClockRow = Selectable<OrganizationClockTable>

/** Identifies a running advance; only the holder of the lease moves the clock. */
export interface ClockLease {
  readonly organizationId: Id<'organization'>
  readonly advanceId: string
}

export const findClock = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<ClockRow | undefined> =>
  db
    .selectFrom('organizationClock')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()

/** Creates the row on first use; a new clock runs in real time. */
export async function lockClock(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<ClockRow> {
  await tx
    .insertInto('organizationClock')
    .values({ organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('organizationClock')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

interface Freeze extends ClockLease {
  readonly at: Date
  /** The end of the lease, in real time. */
  readonly until: Date
}

export async function freezeClock(
  tx: Transaction<Tables>,
  { organizationId, advanceId, at: frozenAt, until: advanceUntil }: Freeze,
): Promise<void> {
  await tx
    .updateTable('organizationClock')
    .set({ frozenAt, advanceId, advanceUntil })
    .where('organizationId', '=', organizationId)
    .execute()
}

type ClockChanges = Partial<Pick<ClockRow, 'frozenAt' | 'advanceId' | 'advanceUntil'>>

/** False if another advance holds the lease by now. */
export async function saveClock(
  db: Kysely<Tables>,
  { organizationId, advanceId }: ClockLease,
  changes: ClockChanges,
): Promise<boolean> {
  const saved = await db
    .updateTable('organizationClock')
    .set(changes)
    .where('organizationId', '=', organizationId)
    .where('advanceId', '=', advanceId)
    .returning('organizationId')
    .executeTakeFirst()
  return saved !== undefined
}
