import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MethodSetUpTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type SetUpRow = Selectable<MethodSetUpTable>

export interface SetUpKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'methodSetUp'>
}

export const insertSetUp = (
  tx: Transaction<Tables>,
  setUp: Insertable<MethodSetUpTable>,
): Promise<SetUpRow> =>
  tx.insertInto('methodSetUp').values(setUp).returningAll().executeTakeFirstOrThrow()

export const findSetUp = (
  db: Kysely<Tables>,
  { organizationId, id }: SetUpKey,
): Promise<SetUpRow | undefined> =>
  db
    .selectFrom('methodSetUp')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Before ending it: a concurrent call waits, and finds it ended. */
export const lockSetUp = (
  tx: Transaction<Tables>,
  { organizationId, id }: SetUpKey,
): Promise<SetUpRow | undefined> =>
  tx
    .selectFrom('methodSetUp')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type SetUpChanges = Partial<
  Pick<
    Insertable<MethodSetUpTable>,
    | 'status'
    | 'processorId'
    | 'declineReason'
    | 'declineMessage'
    | 'confirmationToken'
    | 'clientSecret'
    | 'paymentMethodId'
  >
>

/** Undefined where it has ended meanwhile. */
export const savePendingSetUp = (
  tx: Transaction<Tables>,
  { organizationId, id }: SetUpKey,
  changes: SetUpChanges,
  now: Date,
): Promise<SetUpRow | undefined> =>
  tx
    .updateTable('methodSetUp')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
