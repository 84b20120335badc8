import type { QueryOf } from '@guildhall/contract/operation'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { activeSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import type { listSubscriptions as contract } from '@guildhall/contract/subscriptions/subscriptions'
import { type Kysely, type NotNull, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Page,
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
  return listPage(db, matching(db, organizationId, filters), listing, {
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
  })
}

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

interface ExportedRow {
  readonly email: string
  readonly createdAt: Date
  readonly status: string
  readonly product: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly recurringInterval: string
  readonly id: Id<'subscription'>
}

/** One batch of all subscriptions, the newest first, after the given one. */
export const listForExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  after: Pick<ExportedRow, 'createdAt' | 'id'> | null,
  limit: number,
): Promise<ExportedRow[]> =>
  db
    .selectFrom('subscription as s')
    .innerJoin('customerContact as c', (join) =>
      join.onRef('c.organizationId', '=', 's.organizationId').onRef('c.id', '=', 's.customerId'),
    )
    .innerJoin('productSummary as p', (join) =>
      join.onRef('p.organizationId', '=', 's.organizationId').onRef('p.id', '=', 's.productId'),
    )
    .select([
      's.id',
      's.createdAt',
      's.status',
      's.amount',
      's.currency',
      's.recurringInterval',
      'c.email',
      'p.name as product',
    ])
    .where('s.organizationId', '=', organizationId)
    .$if(after !== null, (of) =>
      of.where(
        sql<boolean>`(s.created_at, s.id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('s.createdAt', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .$narrowType<{ email: NotNull; product: NotNull }>()
    .execute()
