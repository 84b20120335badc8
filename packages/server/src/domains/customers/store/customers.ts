import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { composedOnce, written } from '../../../platform/database/composed-once.ts'
import type { CustomerTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { isOneOf } from '../../../platform/database/one-of.ts'

export type CustomerRow = Selectable<CustomerTable>

export type CustomerKey = Pick<CustomerRow, 'organizationId' | 'id'>

export interface ExternalKey {
  readonly organizationId: Id<'organization'>
  readonly externalId: string
}

/** Whoever is deleted is found by nobody. */
const living = (db: Kysely<Tables>) =>
  db.selectFrom('customer').selectAll().where('deletedAt', 'is', null)

/** In any of these organizations. */
export const findCustomerIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'customer'>,
): Promise<CustomerRow | undefined> =>
  living(db).where('organizationId', 'in', organizationIds).where('id', '=', id).executeTakeFirst()

/** Whoever is deleted as well: what they bought names them. */
export const findCustomersOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'customer'>[],
): Promise<CustomerRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('customer')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute()

/** In their organizations, whoever is deleted as well. */
export const findCustomersAt = (
  db: Kysely<Tables>,
  keys: readonly CustomerKey[],
): Promise<CustomerRow[]> =>
  db.selectFrom('customer').selectAll().where(isOneOf(sql`(organization_id, id)`, keys)).execute()

const withKey = (db: Kysely<Tables>, { organizationId, id }: CustomerKey) =>
  living(db).where('organizationId', '=', organizationId).where('id', '=', id)

const withExternalId = (db: Kysely<Tables>, { organizationId, externalId }: ExternalKey) =>
  living(db).where('organizationId', '=', organizationId).where('externalId', '=', externalId)

export const findExternalCustomer = (
  db: Kysely<Tables>,
  key: ExternalKey,
): Promise<CustomerRow | undefined> => withExternalId(db, key).executeTakeFirst()

/** For changing it. */
export const lockCustomer = (
  tx: Transaction<Tables>,
  key: CustomerKey,
): Promise<CustomerRow | undefined> => withKey(tx, key).forNoKeyUpdate().executeTakeFirst()

export const lockExternalCustomer = (
  tx: Transaction<Tables>,
  key: ExternalKey,
): Promise<CustomerRow | undefined> => withExternalId(tx, key).forNoKeyUpdate().executeTakeFirst()

/** In any case of the letters, as the index of addresses has it. */
export const lockCustomerWithEmail = (
  tx: Transaction<Tables>,
  { organizationId, email }: Pick<CustomerRow, 'organizationId' | 'email'>,
): Promise<CustomerRow | undefined> =>
  living(tx)
    .where('organizationId', '=', organizationId)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** For what must not outlive the customer: nobody changes or deletes them meanwhile. */
export const holdCustomer = (
  tx: Transaction<Tables>,
  key: CustomerKey | ExternalKey,
): Promise<CustomerRow | undefined> =>
  ('id' in key ? withKey(tx, key) : withExternalId(tx, key)).forShare().executeTakeFirst()

export type NewCustomer = Omit<
  Insertable<CustomerTable>,
  'version' | 'modifiedAt' | 'deletedAt' | 'emailVerified'
>

/** Violates `customer_email` or `customer_external_id` where a living one has the same. */
export const insertCustomer = (
  tx: Transaction<Tables>,
  customer: NewCustomer,
): Promise<CustomerRow> =>
  tx.insertInto('customer').values(customer).returningAll().executeTakeFirstOrThrow()

/** Waits for whoever is about to take the same; nothing where a living one has it then. */
export function insertCustomerUnlessTaken(
  tx: Transaction<Tables>,
  customer: NewCustomer,
): Promise<CustomerRow | undefined> {
  const compose = () =>
    tx
      .insertInto('customer')
      .values(customer)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .compile()
  return insertion(tx, { ...written(customer), compose })
}

const insertion = composedOnce()

export type CustomerChanges = Partial<
  Omit<Insertable<CustomerTable>, 'organizationId' | 'id' | 'version' | 'createdAt' | 'modifiedAt'>
>

/** Of the living only: nothing where somebody else has just deleted it. */
export const saveCustomer = (
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerKey,
  changes: CustomerChanges,
  now: Date,
): Promise<CustomerRow | undefined> =>
  tx
    .updateTable('customer')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
