import type { PayableOrder } from '@guildhall/contract/portal/order-payments'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { readPayability } from '../../orders/actions/read-payability.ts'
import { showOrders } from '../../orders/actions/show-orders.ts'
import { dueOf } from '../../orders/rules/amount-due.ts'
import type { OrderRow } from '../../orders/store/orders.ts'
import { presentSeller } from '../../organizations/present/seller.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { findPaymentsOf } from '../../payments/store/payments.ts'
import type { PortalDeps } from './deps.ts'

/** What anyone who pays an order sees: its lines, the sum and the seller, and nothing of its customer. */
export async function showPayableOrder(
  db: Kysely<Tables>,
  { config }: Pick<PortalDeps, 'config'>,
  row: OrderRow,
): Promise<PayableOrder> {
  const { organizationId, id } = row
  const [shown] = await showOrders(db, [row])
  const organization = await findOrganization(db, organizationId)
  assert(shown !== undefined && organization !== undefined, 'an order has a seller')
  const { name, slug, avatarUrl } = presentSeller(organization)
  return {
    id,
    createdAt: row.createdAt,
    status: await statusOf(db, row),
    paidAt: row.paidAt,
    seller: { name, slug, avatarUrl },
    productName: shown.product.name,
    items: shown.items.map(({ label, amount }) => ({ label, amount })),
    discountAmount: shown.discountAmount,
    taxAmount: shown.taxAmount,
    totalAmount: shown.totalAmount,
    appliedBalanceAmount: row.appliedBalanceAmount,
    dueAmount: dueOf(row),
    currency: shown.currency,
    publishableKey: config.stripe.publishableKey,
  }
}

/** A payment that waits for its payer can be replaced by another, so the order is open. */
async function statusOf(db: Kysely<Tables>, row: OrderRow): Promise<PayableOrder['status']> {
  const state = await readPayability(db, row)
  // Orders without a subscription were paid at a checkout.
  if (state !== 'open' || row.subscriptionId === null) return state === 'open' ? 'closed' : state
  const payments = await findPaymentsOf(db, row.organizationId, { orderIds: [row.id] })
  const unfailed = payments.find(({ status }) => status !== 'failed')
  return unfailed === undefined || unfailed.clientSecret !== null ? 'open' : 'processing'
}
