import { type Kysely, type NotNull, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrderKey } from './orders.ts'

/** All that the invoice of an order shows, in one statement. */
export const findInvoiceFacts = (db: Kysely<Tables>, { organizationId, id }: OrderKey) =>
  db
    .selectFrom('orders as o')
    .innerJoin('organizationProfile as g', 'g.id', 'o.organizationId')
    .innerJoin('customerContact as c', (join) =>
      join.onRef('c.organizationId', '=', 'o.organizationId').onRef('c.id', '=', 'o.customerId'),
    )
    .leftJoin('discountLabel as d', (join) =>
      join.onRef('d.organizationId', '=', 'o.organizationId').onRef('d.id', '=', 'o.discountId'),
    )
    .leftJoin('sellerDetails as s', 's.organizationId', 'o.organizationId')
    .select([
      'o.paidAt',
      'o.currency',
      'o.subtotalAmount',
      'o.discountAmount',
      'o.netAmount',
      'o.taxAmount',
      'o.totalAmount',
      'o.appliedBalanceAmount',
      'o.taxabilityReason',
      'o.taxRate',
      'o.billingName',
      'o.billingAddress',
      'o.taxId',
      'o.invoiceNumber',
      'g.name as organizationName',
      'g.email as organizationEmail',
      'c.name as customerName',
      'c.email as customerEmail',
      'd.name as discountName',
      's.name as sellerName',
      's.address as sellerAddress',
      's.taxNumber as sellerTaxNumber',
      's.footer as sellerFooter',
    ])
    .select((one) => [
      one
        .selectFrom('orderItem as i')
        .select(
          sql<unknown>`jsonb_agg(jsonb_build_object('label', i.label, 'amount', i.amount,
                                              'netAmount', i.amount - i.discount_amount,
                                              'quantity', i.quantity,
                                              'periodStart', i.period_start,
                                              'periodEnd', i.period_end,
                                              'isProration', i.proration,
                                              'isUsage', i.usage_settlement_id is not null,
                                              'isCharge', i.reverses_item_id is null)
                       order by i.position)`.as('items'),
        )
        .where('i.organizationId', '=', organizationId)
        .whereRef('i.orderId', '=', 'o.id')
        .as('items'),
      one
        .selectFrom('sellerTaxNumber as t')
        .select(sql<(string | null)[] | null>`array_agg(t.tax_number)`.as('numbers'))
        .where('t.organizationId', '=', organizationId)
        .as('registeredNumbers'),
    ])
    .where('o.organizationId', '=', organizationId)
    .where('o.id', '=', id)
    .$narrowType<{ organizationName: NotNull; customerEmail: NotNull }>()
    .executeTakeFirst()

export type InvoiceFactsRow = NonNullable<Awaited<ReturnType<typeof findInvoiceFacts>>>

/** The logo of the organization; null where it has none. */
export async function findLogoUrl(
  db: Kysely<Tables>,
  organizationId: OrderKey['organizationId'],
): Promise<string | null> {
  const found = await db
    .selectFrom('organizationProfile')
    .select('avatarUrl')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return found?.avatarUrl ?? null
}
