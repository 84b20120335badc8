import type { DiscountStatus } from '@guildhall/contract/catalog/discount-shapes'
import type { listDiscounts as contract } from '@guildhall/contract/catalog/discounts'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  type Order,
  type Page,
  sorted,
} from '../../../platform/database/listing.ts'
import { type DiscountWithProducts, withProducts } from './discount-products.ts'
import type { DiscountRow } from './discounts.ts'

type Filters = QueryOf<typeof contract>

interface OfOrganization {
  readonly organizationId: Id<'organization'>
  /** Real time; an organization whose clock is frozen has its own. */
  readonly realTime: Date
}

export async function listDiscounts(
  db: Kysely<Tables>,
  of: OfOrganization,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<DiscountWithProducts>> {
  const listing = { page, limit, sorting }
  const { rows, total } = await listPage(db, matching(db, of, filters), listing, listOrder)
  return { rows: await withProducts(db, rows), total }
}

export interface ExportedDiscountRow extends DiscountRow {
  readonly status: DiscountStatus
  /** Null where it applies to all products. */
  readonly productIds: string | null
}

/** All matching discounts in the order of the list. */
export const discountsToExport = (
  db: Kysely<Tables>,
  of: OfOrganization,
  { sorting, ...filters }: Omit<Filters, 'page' | 'limit'>,
): SelectQueryBuilder<Tables, 'discount', ExportedDiscountRow> =>
  sorted(
    matching(db, of, filters).select([statusAt(of).as('status'), productIds.as('productIds')]),
    sorting,
    listOrder,
  )

const matching = (
  db: Kysely<Tables>,
  of: OfOrganization,
  { query, status }: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) =>
  db
    .selectFrom('discount')
    .selectAll()
    .where('organizationId', '=', of.organizationId)
    .where('deletedAt', 'is', null)
    .$if(query !== undefined, (found) =>
      found.where((one) =>
        one.or([
          one('name', 'ilike', containing(query ?? '')),
          one('code', 'ilike', containing(query ?? '')),
        ]),
      ),
    )
    .$if(status !== undefined, (found) => found.where(statusAt(of), 'in', status ?? []))

const statusAt = ({ realTime }: OfOrganization) => {
  const now = sql<Date>`coalesce(
    (select f.frozen_at from frozen_clock f where f.organization_id = discount.organization_id),
    ${realTime}::timestamptz)`
  return sql<DiscountStatus>`case
    when ends_at <= ${now} then 'ended'
    when redemptions_count >= max_redemptions then 'used_up'
    when starts_at > ${now} then 'scheduled'
    else 'active' end`
}

const productIds = sql<string | null>`(
  select string_agg(p.product_id::text, ' ' order by p.product_id) from discount_product p
   where p.organization_id = discount.organization_id and p.discount_id = discount.id)`

const listOrder: Order<'discount', Filters['sorting'][number]['by']> = {
  columns: {
    created_at: 'createdAt',
    name: sql`lower(name)`,
    code: sql`lower(code)`,
    redemptions_count: 'redemptionsCount',
    ends_at: 'endsAt',
  },
  nullable: ['code', 'ends_at'],
  id: 'id',
}
