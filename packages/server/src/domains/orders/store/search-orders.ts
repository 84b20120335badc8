import type { InvoiceKind } from '@guildhall/contract/orders/invoices'
import type { OrderStatus } from '@guildhall/contract/orders/order-shapes'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { startsWith } from '../../../platform/database/listing.ts'

export interface FoundOrder {
  readonly id: Id<'order'>
  readonly number: string
  readonly kind: InvoiceKind
  readonly status: OrderStatus
  readonly totalAmount: MinorUnits
  readonly currency: Currency
  readonly customerId: Id<'customer'>
  readonly customerName: string | null
  readonly customerEmail: string
}

interface Searched {
  readonly organizationId: Id<'organization'>
  readonly text: string
  readonly limit: number
}

/**
 * Orders by the number of one of their documents: its beginning, or the count at its end, with or
 * without leading zeros.
 */
export async function searchOrders(
  db: Kysely<Tables>,
  { organizationId, text, limit }: Searched,
): Promise<FoundOrder[]> {
  const key = sql<string>`lower(number) collate "C"`
  const documents = sql`from invoice where organization_id = ${organizationId}`
  const counted = isCount.test(text)
    ? sql`union all (select id, order_id, number, kind, 0 as rank ${documents}
                        and series in ('invoice', 'credit_note') and position = ${text}::bigint)`
    : sql``
  const { rows } = await sql<FoundOrder>`
    with found as (
      (select id, order_id, number, kind, 1 as rank ${documents} and ${startsWith(key, text)}
        order by ${key}, id limit ${limit})
      ${counted}),
    best as (
      select distinct on (order_id) * from found order by order_id, rank, number)
    select o.id, f.number, f.kind, o.status, o.total_amount, o.currency, o.customer_id,
           c.name as customer_name, c.email as customer_email
      from best f
      join orders o on o.organization_id = ${organizationId} and o.id = f.order_id
      join customer_contact c on c.organization_id = o.organization_id and c.id = o.customer_id
     order by f.rank, f.number, o.id
     limit ${limit}`.execute(db)
  return rows
}

/** As long as a position of an invoice can be. */
const isCount = /^\d{1,18}$/
