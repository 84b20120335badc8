import type { QueryOf } from '@guildhall/contract/operation'
import type { listPaymentMethods as contract } from '@guildhall/contract/payments/methods'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  PaymentMethodTable,
  ProcessorCustomerTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'

export type PaymentMethodRow = Selectable<PaymentMethodTable>

export interface MethodKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'paymentMethod'>
}

/** What the customers’ purchases may be charged to, oldest first, without deleted ones. */
export const findMethodsOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<PaymentMethodRow[]> =>
  db
    .selectFrom('paymentMethod')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', sql<Id<'customer'>>`any(${customerIds}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Also deleted ones, which payments reference. */
export const findMethods = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'paymentMethod'>[],
): Promise<PaymentMethodRow[]> =>
  db
    .selectFrom('paymentMethod')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<Id<'paymentMethod'>>`any(${ids}::uuid[])`)
    .execute()

/** Serializes changes of their methods. */
export async function lockCustomers(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<void> {
  await tx
    .selectFrom('customer')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<Id<'customer'>>`any(${customerIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type NewMethod = Omit<PaymentMethodRow, 'deletedAt'>

/** Skips methods that are stored already. Returns the new ones. */
export async function insertMethods(
  tx: Transaction<Tables>,
  methods: readonly NewMethod[],
): Promise<PaymentMethodRow[]> {
  const input = jsonRows(methods.map((method) => ({ ...method })))
  const { rows } = await sql<PaymentMethodRow>`
    insert into payment_method (organization_id, id, customer_id, processor, processor_id,
        processor_customer_id, type, brand, last4, country, exp_month, exp_year, wallet,
        is_default, checkout_id, created_at)
    select organization_id, id, customer_id, processor, processor_id,
           processor_customer_id, type, brand, last4, country, exp_month, exp_year, wallet,
           is_default, checkout_id, created_at
      from jsonb_populate_recordset(null::payment_method, ${input}::jsonb)
    on conflict on constraint payment_method_at_processor do nothing
    returning *`.execute(tx)
  return rows
}

export const findMethodAtProcessor = (
  db: Kysely<Tables>,
  { organizationId, processor, processorId }: AtProcessor,
): Promise<PaymentMethodRow | undefined> =>
  db
    .selectFrom('paymentMethod')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('processor', '=', processor)
    .where('processorId', '=', processorId)
    .executeTakeFirst()

interface AtProcessor {
  readonly organizationId: Id<'organization'>
  readonly processor: string
  readonly processorId: string
}

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** The caller has locked the customer. */
export async function clearDefault(
  tx: Transaction<Tables>,
  { organizationId, customerId }: OfCustomer,
): Promise<void> {
  await tx
    .updateTable('paymentMethod')
    .set({ isDefault: false })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('isDefault', '=', true)
    .execute()
}

/** Undefined where it was deleted meanwhile. */
export const setDefault = (
  tx: Transaction<Tables>,
  { organizationId, id }: MethodKey,
): Promise<PaymentMethodRow | undefined> =>
  tx
    .updateTable('paymentMethod')
    .set({ isDefault: true })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Undefined where it was deleted before. */
export const markDeleted = (
  tx: Transaction<Tables>,
  { organizationId, id }: MethodKey,
  now: Date,
): Promise<PaymentMethodRow | undefined> =>
  tx
    .updateTable('paymentMethod')
    .set({ deletedAt: now, isDefault: false })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const findProcessorCustomer = (
  db: Kysely<Tables>,
  { organizationId, customerId, processor }: OfCustomer & { readonly processor: string },
): Promise<Selectable<ProcessorCustomerTable> | undefined> =>
  db
    .selectFrom('processorCustomer')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('processor', '=', processor)
    .executeTakeFirst()

/** The first id for a customer counts. */
export async function insertProcessorCustomer(
  db: Kysely<Tables>,
  customer: Selectable<ProcessorCustomerTable>,
): Promise<void> {
  await db
    .insertInto('processorCustomer')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface OfPurchase extends OfCustomer {
  readonly checkoutId: Id<'checkout'>
}

/** The cards of a purchase become the customer’s own. The caller has locked the customer. */
export const takeMethodsOver = (
  tx: Transaction<Tables>,
  { organizationId, customerId, checkoutId }: OfPurchase,
): Promise<PaymentMethodRow[]> =>
  tx
    .updateTable('paymentMethod')
    .set({ checkoutId: null })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('checkoutId', '=', checkoutId)
    .where('deletedAt', 'is', null)
    .returningAll()
    .execute()

/** The caller has locked the customer. */
export const findMethodsOfPurchase = (
  tx: Transaction<Tables>,
  { organizationId, customerId, checkoutId }: OfPurchase,
): Promise<PaymentMethodRow[]> =>
  tx
    .selectFrom('paymentMethod')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('checkoutId', '=', checkoutId)
    .where('deletedAt', 'is', null)
    .execute()

/** One page of a customer’s own methods. */
export const listMethods = (
  db: Kysely<Tables>,
  ofCustomer: OfCustomer,
  listing: QueryOf<typeof contract>,
): Promise<Page<PaymentMethodRow>> =>
  listPage(db, keptMethods(db, ofCustomer).where('checkoutId', 'is', null), listing, methodColumns)

/** The same with those of purchases that the customer hasn’t accepted. */
export const listMethodsForSeller = (
  db: Kysely<Tables>,
  ofCustomer: OfCustomer,
  listing: QueryOf<typeof contract>,
): Promise<Page<PaymentMethodRow>> =>
  listPage(db, keptMethods(db, ofCustomer), listing, methodColumns)

const keptMethods = (db: Kysely<Tables>, { organizationId, customerId }: OfCustomer) =>
  db
    .selectFrom('paymentMethod')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('deletedAt', 'is', null)

const methodColumns = { columns: { created_at: 'createdAt' }, id: 'id' } as const

/** What is left of them are the ids that name them at the processor. */
export const forgetCards = async (
  tx: Transaction<Tables>,
  { organizationId, customerId }: OfCustomer,
): Promise<void> =>
  void (await tx
    .updateTable('paymentMethod')
    .set({ brand: null, last4: null, country: null, expMonth: null, expYear: null, wallet: null })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .execute())
