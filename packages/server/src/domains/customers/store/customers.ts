import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { compiledOnce, written } from '../../../platform/database/compiled-once.ts'
import type { CustomerTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { isOfOneOf, organizationsOf } from '../../../platform/database/of-organization.ts'
import { isOneOf } from '../../../platform/database/one-of.ts'
import type { CustomerChange } from '../rules/customer-change.ts'

export type CustomerRow = Selectable<CustomerTable>

export type CustomerKey = Pick<CustomerRow, 'organizationId' | 'id'>

export interface ExternalKey {
  readonly organizationId: Id<'organization'>
  readonly externalId: string
}

const undeleted = (db: Kysely<Tables>) =>
  db.selectFrom('customer').selectAll('customer').where('deletedAt', 'is', null)

/** For statements that read more of them. */
export type CustomerQuery = ReturnType<typeof undeleted>

export const customerIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'customer'>,
): CustomerQuery =>
  undeleted(db).where('organizationId', 'in', organizationIds).where('id', '=', id)

export const findCustomerIn = (
  ...input: Parameters<typeof customerIn>
): Promise<CustomerRow | undefined> => customerIn(...input).executeTakeFirst()

/** Deleted ones too, because orders and subscriptions still name them. */
export const findCustomersByIds = async (
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
        .where('id', '=', sql<Id<'customer'>>`any(${ids}::uuid[])`)
        .execute()

/** In several organizations, deleted ones too. */
export const customersOf = (db: Kysely<Tables>, keys: readonly CustomerKey[]): CustomerQuery =>
  db
    .selectFrom('customer')
    .selectAll('customer')
    .where(isOfOneOf('customer.organization_id', organizationsOf(keys)))
    .where(isOneOf(sql`(organization_id, id)`, keys))

const withKey = (db: Kysely<Tables>, { organizationId, id }: CustomerKey) =>
  undeleted(db).where('organizationId', '=', organizationId).where('id', '=', id)

export const externalCustomer = (
  db: Kysely<Tables>,
  { organizationId, externalId }: ExternalKey,
): CustomerQuery =>
  undeleted(db).where('organizationId', '=', organizationId).where('externalId', '=', externalId)

export const findExternalCustomer = (
  ...input: Parameters<typeof externalCustomer>
): Promise<CustomerRow | undefined> => externalCustomer(...input).executeTakeFirst()

export const lockCustomer = (
  tx: Transaction<Tables>,
  key: CustomerKey,
): Promise<CustomerRow | undefined> => withKey(tx, key).forNoKeyUpdate().executeTakeFirst()

export const lockCustomerByExternalId = (
  tx: Transaction<Tables>,
  key: ExternalKey,
): Promise<CustomerRow | undefined> => externalCustomer(tx, key).forNoKeyUpdate().executeTakeFirst()

type Addressed = Pick<CustomerRow, 'organizationId' | 'email'>

/** Ignores the case, like the index. */
const withAddress = (db: Kysely<Tables>, { organizationId, email }: Addressed) =>
  undeleted(db)
    .where('organizationId', '=', organizationId)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)

/** The customer to whom purchases with the address alone belong. */
const claimant = (db: Kysely<Tables>, address: Addressed): CustomerQuery =>
  withAddress(db, address).where('isEmailClaimed', '=', true)

export const findCustomerByEmail = (
  db: Kysely<Tables>,
  address: Addressed,
): Promise<CustomerRow | undefined> => claimant(db, address).executeTakeFirst()

export const lockCustomerByEmail = (
  tx: Transaction<Tables>,
  address: Addressed,
): Promise<CustomerRow | undefined> => claimant(tx, address).forNoKeyUpdate().executeTakeFirst()

/** The same address may have been typed with as many external ids. */
const addressedMax = 10

/**
 * Those with the address: first who claims it, then the others from the oldest. A code that is
 * mailed to it is for the first.
 */
export async function lockCustomersToMail(
  tx: Transaction<Tables>,
  address: Addressed,
): Promise<CustomerRow[]> {
  // Locked in one order, even if one of them claims the address meanwhile.
  const found = await toMail(tx, address).orderBy('id').forNoKeyUpdate().execute()
  return found.toSorted(
    (one, other) =>
      Number(other.isEmailClaimed) - Number(one.isEmailClaimed) ||
      one.createdAt.getTime() - other.createdAt.getTime(),
  )
}

/** The same without locks, in any order. */
export const listCustomersToMail = (
  db: Kysely<Tables>,
  address: Addressed,
): Promise<CustomerRow[]> => toMail(db, address).execute()

function toMail(db: Kysely<Tables>, address: Addressed): CustomerQuery {
  const oldest = withAddress(db, address)
    .clearSelect()
    .select('id')
    .orderBy('isEmailClaimed', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(addressedMax)
  return withAddress(db, address).where('id', 'in', oldest)
}

/**
 * Prevents changes and deletion until the transaction ends, for rows that must not outlive them.
 */
export const lockCustomerForShare = (
  tx: Transaction<Tables>,
  key: CustomerKey | ExternalKey,
): Promise<CustomerRow | undefined> =>
  ('id' in key ? withKey(tx, key) : externalCustomer(tx, key)).forShare().executeTakeFirst()

export type NewCustomer = Omit<
  Insertable<CustomerTable>,
  'version' | 'modifiedAt' | 'deletedAt' | 'emailVerified'
>

/** Violates `customer_email` or `customer_external_id` if an undeleted customer has the same. */
export const insertCustomer = (
  tx: Transaction<Tables>,
  customer: NewCustomer,
): Promise<CustomerRow> =>
  tx.insertInto('customer').values(customer).returningAll().executeTakeFirstOrThrow()

/** Waits for a parallel insert of the same; undefined if an undeleted customer has it. */
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

const insertion = compiledOnce()

export type CustomerChanges = Partial<
  Omit<Insertable<CustomerTable>, 'organizationId' | 'id' | 'version' | 'createdAt' | 'modifiedAt'>
>

export const customerColumns = ({
  billingAddress,
  taxId,
  metadata,
  ...plain
}: CustomerChange): CustomerChanges => ({
  ...plain,
  ...(billingAddress !== undefined && {
    billingAddress: billingAddress === null ? null : jsonText(billingAddress),
  }),
  ...(taxId !== undefined && { taxId: taxId?.[0] ?? null, taxIdFormat: taxId?.[1] ?? null }),
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})

/** Undefined if the customer is deleted. */
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

/** Nobody sees it, so it is no change of the customer. Violates `customer_email` like an insert. */
export async function claimEmail(
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerKey,
): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ isEmailClaimed: true })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
