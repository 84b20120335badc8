import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  PaymentMethodTable,
  ProcessorCustomerTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'

export type PaymentMethodRow = Selectable<PaymentMethodTable>

export interface MethodKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'paymentMethod'>
}

/** The customer’s, the oldest first; none that was deleted. */
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

/** By their ids, also what was deleted meanwhile: a payment names it. */
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

/** So that what is decided about their methods stays true: of two at once one waits. */
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

/** What the processor keeps already is kept here once; not among the answers then. */
export async function insertMethods(
  tx: Transaction<Tables>,
  methods: readonly NewMethod[],
): Promise<PaymentMethodRow[]> {
  const told = jsonRows(methods.map((method) => ({ ...method })))
  const { rows } = await sql<PaymentMethodRow>`
    insert into payment_method (organization_id, id, customer_id, processor, processor_id,
        processor_customer_id, type, brand, last4, country, exp_month, exp_year, wallet,
        is_default, created_at)
    select organization_id, id, customer_id, processor, processor_id,
           processor_customer_id, type, brand, last4, country, exp_month, exp_year, wallet,
           is_default, created_at
      from jsonb_populate_recordset(null::payment_method, ${told}::jsonb)
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

/** Under the customer’s lock: takes the default from whichever has it. */
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

/** Nothing where it was deleted meanwhile. */
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

/** Nothing where somebody else was first. */
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

/** Whoever comes first with a name for them has said it. */
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
