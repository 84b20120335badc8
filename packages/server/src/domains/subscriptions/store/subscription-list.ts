import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { activeSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import type {
  listSubscriptions as contract,
  exportSubscriptions as exportContract,
} from '@guildhall/contract/subscriptions/subscriptions'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Order,
  type Page,
  sorted,
} from '../../../platform/database/listing.ts'
import type { SubscriptionRow } from './subscriptions.ts'

type Filters = QueryOf<typeof contract>

/** One page of an organization’s subscriptions. */
export function listSubscriptions(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<SubscriptionRow>> {
  const listing = { page, limit, sorting }
  return listPage(db, matching(db, organizationId, filters), listing, listOrder)
}

export interface ExportedSubscriptionRow
  extends Pick<
    SubscriptionRow,
    | 'id'
    | 'createdAt'
    | 'customerId'
    | 'productId'
    | 'status'
    | 'amount'
    | 'currency'
    | 'recurringInterval'
    | 'startedAt'
    | 'currentPeriodEnd'
    | 'cancelAtPeriodEnd'
    | 'endedAt'
  > {
  readonly email: string | null
  readonly customerName: string | null
  readonly product: string | null
  readonly discount: string | null
}

/** All matching subscriptions. */
export const subscriptionsToExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { sorting, ...filters }: Omit<QueryOf<typeof exportContract>, 'columns'>,
): SelectQueryBuilder<Tables, 'subscription', ExportedSubscriptionRow> =>
  sorted(
    matching(db, organizationId, filters)
      .clearSelect()
      .select(['id', 'createdAt', 'customerId', 'productId', 'status', 'amount', 'currency'])
      .select(['recurringInterval', 'startedAt', 'currentPeriodEnd'])
      .select(['cancelAtPeriodEnd', 'endedAt'])
      .select([
        customerShown('email').as('email'),
        customerShown('name').as('customerName'),
        productShown.as('product'),
        discountShown.as('discount'),
      ]),
    sorting,
    exportOrder,
  )

const matching = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  filters: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) => {
  const { productId, customerId, discountId, active, ending, query, status, metadata } = filters
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('subscription.organizationId', '=', organizationId)
    .$if(productId !== undefined, (of) => of.where('productId', 'in', productId ?? []))
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(discountId !== undefined, (of) => of.where('discountId', 'in', discountId ?? []))
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
    .$if(active !== undefined, (of) =>
      of.where('status', active === true ? 'in' : 'not in', activeSubscriptionStatuses),
    )
    .$if(ending !== undefined, (of) => of.where(isEnding, '=', ending === true))
    .$if(query !== undefined, (of) => of.where(isOfCustomer(containing(query ?? ''))))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
}

const customerName = sql<string>`(select lower(coalesce(c.name, c.email)) from customer_contact c
  where c.organization_id = subscription.organization_id and c.id = subscription.customer_id)`

const isEnding = sql<boolean>`(cancel_at_period_end and ended_at is null)`

const isOfCustomer = (pattern: string) => sql<boolean>`
  exists (select from customer_contact c
           where c.organization_id = subscription.organization_id
             and c.id = subscription.customer_id
             and (c.name ilike ${pattern} or c.email ilike ${pattern}))`

export const productName = sql<string>`(select lower(p.name) from product_summary p
  where p.organization_id = subscription.organization_id and p.id = subscription.product_id)`

const discountName = sql<string>`(select lower(d.name) from discount_label d
  where d.organization_id = subscription.organization_id and d.id = subscription.discount_id)`

const customerShown = (column: 'email' | 'name') => sql<string | null>`(
  select c.${sql.ref(column)} from customer_contact c
   where c.organization_id = subscription.organization_id and c.id = subscription.customer_id)`

const productShown = sql<string | null>`(select p.name from product_summary p
  where p.organization_id = subscription.organization_id and p.id = subscription.product_id)`

const discountShown = sql<string | null>`(select d.name from discount_label d
  where d.organization_id = subscription.organization_id and d.id = subscription.discount_id)`

const listOrder: Order<'subscription', Filters['sorting'][number]['by']> = {
  columns: {
    customer: customerName,
    status: 'subscription.status',
    started_at: 'subscription.startedAt',
    current_period_end: 'subscription.currentPeriodEnd',
    amount: 'subscription.amount',
    product: productName,
    discount: discountName,
  },
  nullable: ['started_at', 'discount'],
  id: 'subscription.id',
}

type ExportKey = QueryOf<typeof exportContract>['sorting'][number]['by']

const exportOrder: Order<'subscription', ExportKey> = {
  ...listOrder,
  columns: { ...listOrder.columns, created_at: 'subscription.createdAt' },
}
