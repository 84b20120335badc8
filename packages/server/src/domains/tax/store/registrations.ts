import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listTaxRegistrations as contract } from '@guildhall/contract/tax/registrations'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, TaxRegistrationTable } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'

export type TaxRegistrationRow = Selectable<TaxRegistrationTable>

export type TaxRegistrationKey = Pick<TaxRegistrationRow, 'organizationId' | 'id'>

const existing = (db: Kysely<Tables>) =>
  db.selectFrom('taxRegistration').selectAll().where('deletedAt', 'is', null)

/** The registration with this id in any of these organizations, unless it is deleted. */
export const findRegistrationIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'taxRegistration'>,
): Promise<TaxRegistrationRow | undefined> =>
  existing(db)
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

/** Registrations that have started, by the organization's clock if it is frozen. */
export const listActiveRegistrations = (
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
      sql<Date>`coalesce((select frozen_at from frozen_clock
        where organization_id = ${organizationId}), ${realTime})`,
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const lockRegistration = (
  tx: Transaction<Tables>,
  { organizationId, id }: TaxRegistrationKey,
): Promise<TaxRegistrationRow | undefined> =>
  existing(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type NewTaxRegistration = Omit<
  Insertable<TaxRegistrationTable>,
  'version' | 'modifiedAt' | 'deletedAt'
>

/** Violates `tax_registration_place` or `tax_registration_union` for a duplicate. */
export const insertRegistration = (
  tx: Transaction<Tables>,
  registration: NewTaxRegistration,
): Promise<TaxRegistrationRow> =>
  tx.insertInto('taxRegistration').values(registration).returningAll().executeTakeFirstOrThrow()

export type TaxRegistrationColumns = Partial<
  Pick<Insertable<TaxRegistrationTable>, 'scheme' | 'taxNumber' | 'collectsSince' | 'deletedAt'>
>

/** Undefined where another transaction has just deleted it. */
export const saveRegistration = (
  tx: Transaction<Tables>,
  { organizationId, id }: TaxRegistrationKey,
  changes: TaxRegistrationColumns,
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

export function listRegistrations(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  listing: QueryOf<typeof contract>,
): Promise<Page<TaxRegistrationRow>> {
  const all = db
    .selectFrom('taxRegistration')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  return listPage(db, all, listing, {
    columns: { created_at: 'createdAt', country: sql`country || '-' || coalesce(state, '')` },
    id: 'id',
  })
}
