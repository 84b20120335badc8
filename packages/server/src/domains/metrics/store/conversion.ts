import type { getConversion as contract } from '@guildhall/contract/metrics/breakdowns'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Page } from '../../../platform/database/listing.ts'

interface ConversionQuery extends QueryOf<typeof contract> {
  readonly start: Date
  readonly end: Date
}

export interface ConversionRow {
  readonly productId: Id<'product'> | null
  readonly checkoutLinkId: Id<'checkoutLink'> | null
  readonly name: string | null
  readonly checkouts: number
  readonly succeeded: number
  readonly netAmount: number
}

const columns = {
  checkouts: 'checkouts',
  succeeded_checkouts: 'succeeded',
  net_amount: 'net_amount',
} as const

const subjects = {
  product: { id: sql`c.product_id`, names: sql`product_summary`, name: sql`l.name` },
  checkout_link: {
    id: sql`c.checkout_link_id`,
    names: sql`checkout_link_label`,
    name: sql`l.label`,
  },
} as const

/** Checkouts of a span by what they are of, and what their orders brought in. */
export async function listConversion(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { by, start, end, currency, productId, page, limit, sorting }: ConversionQuery,
): Promise<Page<ConversionRow>> {
  const { id, names, name } = subjects[by]
  const isLink = by === 'checkout_link'
  const order = sorting.map(
    (one) => sql`${sql.ref(columns[one.by])} ${one.descending ? sql`desc` : sql`asc`}`,
  )
  const counted = sql`(
    select ${id} as id, count(*) as checkouts,
           count(*) filter (where c.status = 'succeeded') as succeeded,
           coalesce(sum(o.net_amount), 0)::bigint as net_amount
      from opened_checkout c
      left join placed_order o
        on o.organization_id = c.organization_id and o.checkout_id = c.id
     where c.organization_id = ${organizationId} and c.created_at >= ${start}
       and c.created_at < ${end} and c.currency = ${currency} and ${id} is not null
       ${productId === undefined ? sql`` : sql`and c.product_id = any(${productId}::uuid[])`}
     group by 1) c`
  const { rows } = await sql<ConversionRow>`
    select ${isLink ? sql`null::uuid` : sql`c.id`} as product_id,
           ${isLink ? sql`c.id` : sql`null::uuid`} as checkout_link_id,
           ${name} as name, c.checkouts, c.succeeded, c.net_amount
      from ${counted}
      left join ${names} l on l.organization_id = ${organizationId} and l.id = c.id
     order by ${sql.join([...order, sql`c.id`])}
     limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const total = await sql<{ total: number }>`select count(*) as total from ${counted}`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}
