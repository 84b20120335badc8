import type { listCustomers as contract } from '@guildhall/contract/customers/customers'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { CustomerStatus } from '@guildhall/contract/subscriptions/customer-statuses'
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Order,
  type Page,
  sorted,
} from '../../../platform/database/listing.ts'
import { purchasesOf } from '../rules/purchases-of-status.ts'
import type { CustomerRow } from './customers.ts'

type Filters = QueryOf<typeof contract>

export const listCustomers = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<CustomerRow>> =>
  listPage(db, matching(db, organizationId, filters), { page, limit, sorting }, listOrder)

/** All matching customers in the order of the list. */
export const customersToExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { sorting, ...filters }: Omit<Filters, 'page' | 'limit'>,
): SelectQueryBuilder<Tables, 'customer', CustomerRow> =>
  sorted(matching(db, organizationId, filters), sorting, listOrder)

const matching = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { email, query, status, metadata }: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) =>
  db
    .selectFrom('customer')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .$if(email !== undefined, (of) => of.where(lowerEmail, '=', sql<string>`lower(${email})`))
    .$if(query !== undefined, (of) =>
      of.where((one) =>
        one.or(searched.map((column) => one(column, 'ilike', containing(query ?? '')))),
      ),
    )
    .$if(status !== undefined, (of) => of.where((one) => one.or((status ?? []).map(hasStatus))))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))

/** Of what they bought, which is read by the indexes of subscriptions and orders. */
const hasStatus = (status: CustomerStatus): RawBuilder<SqlBool> => {
  const { has, hasNone, hasPaidOrder } = purchasesOf(status)
  return sql`(${sql.join(
    [
      ...(has === null ? [] : [sql`exists ${subscriptionsIn([has])}`]),
      ...(hasNone.length === 0 ? [] : [sql`not exists ${subscriptionsIn(hasNone)}`]),
      ...(hasPaidOrder === null
        ? []
        : [hasPaidOrder ? sql`exists ${paidOrders}` : sql`not exists ${paidOrders}`]),
    ],
    sql` and `,
  )})`
}

const subscriptionsIn = (statuses: readonly string[]) => sql`(
  select from subscription_shown s
   where s.organization_id = customer.organization_id and s.customer_id = customer.id
     and s.status = any(${statuses}::text[]))`

const paidOrders = sql`(
  select from paid_order o
   where o.organization_id = customer.organization_id and o.customer_id = customer.id)`

/** The indexed expression. */
const lowerEmail = sql<string>`lower(email)`

const searched = ['name', 'email', 'externalId'] as const

const listOrder: Order<'customer', Filters['sorting'][number]['by']> = {
  columns: { created_at: 'createdAt', email: lowerEmail, name: 'name' },
  nullable: ['name'],
  id: 'id',
}
