import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, TaxRegistrationTable } from '../../../platform/database/db-types.gen.ts'

export type TaxRegistrationRow = Selectable<TaxRegistrationTable>

export type TaxRegistrationKey = Pick<TaxRegistrationRow, 'organizationId' | 'id'>

const living = (db: Kysely<Tables>) =>
  db.selectFrom('taxRegistration').selectAll().where('deletedAt', 'is', null)

/** In any of these organizations. */
export const findRegistrationIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'taxRegistration'>,
): Promise<TaxRegistrationRow | undefined> =>
  living(db).where('organizationId', 'in', organizationIds).where('id', '=', id).executeTakeFirst()

/** Where the organization collects by now, on its own clock. */
export const listCollecting = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  realTime: Date,
): Promise<Pick<TaxRegistrationRow, 'country' | 'state' | 'scheme'>[]> =>
  db
    .selectFrom('taxRegistration')
    .select(['country', 'state', 'scheme'])
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where(
      'collectsSince',
      '<=',
      sql<Date>`coalesce((select frozen_at from organization_clock
        where organization_id = ${organizationId}), ${realTime})`,
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** For changing it. */
export const lockRegistration = (
  tx: Transaction<Tables>,
  { organizationId, id }: TaxRegistrationKey,
): Promise<TaxRegistrationRow | undefined> =>
  living(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type NewTaxRegistration = Omit<
  Insertable<TaxRegistrationTable>,
  'version' | 'modifiedAt' | 'deletedAt'
>

/** Violates `tax_registration_place` or `tax_registration_union` where a living one is the same. */
export const insertRegistration = (
  tx: Transaction<Tables>,
  registration: NewTaxRegistration,
): Promise<TaxRegistrationRow> =>
  tx.insertInto('taxRegistration').values(registration).returningAll().executeTakeFirstOrThrow()

export type TaxRegistrationChanges = Partial<
  Pick<Insertable<TaxRegistrationTable>, 'scheme' | 'taxNumber' | 'collectsSince' | 'deletedAt'>
>

/** Of the living only: nothing where somebody else has just deleted it. */
export const saveRegistration = (
  tx: Transaction<Tables>,
  { organizationId, id }: TaxRegistrationKey,
  changes: TaxRegistrationChanges,
  now: Date,
): Promise<TaxRegistrationRow | undefined> =>
  tx
    .updateTable('taxRegistration')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
