import { TaxRate } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { add, type MinorUnits } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Work } from '../../../platform/work.ts'
import { canMail, siteOf } from '../../identity/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import { orderPaidMessage } from '../messages/order-paid.ts'
import { refundedMessage } from '../messages/refunded.ts'
import { dateWords, taxWords } from '../rules/invoice-words.ts'
import { type CustomerRow, findCustomers, findProducts } from '../store/order-makings.ts'
import { findOrder, type OrderItemRow, type OrderRow } from '../store/orders.ts'
import { markRefundTold, type RefundKey } from '../store/refunds.ts'
import type { OrderParts } from './parts.ts'

type TellingParts = Pick<OrderParts, 'config' | 'keyring'>

const taxRate = z.nullable(TaxRate)

interface PaidOrder extends Parties {
  readonly order: OrderRow
  readonly items: readonly OrderItemRow[]
}

/** Confirms an order to whoever bought it, in the transaction that makes it. */
export async function tellPaid(
  work: Work,
  parts: TellingParts,
  { order, items, ...parties }: PaidOrder,
): Promise<void> {
  const { currency } = order
  const words = (amount: MinorUnits) => moneyText({ amount, currency })
  const rate = z.parse(taxRate, order.taxRate)
  await tell(work, parts, parties, (whom) =>
    orderPaidMessage({
      ...whom,
      items: items.map(({ label, amount }) => ({ label, amount: words(amount) })),
      discount: order.discountAmount === 0 ? null : `−${words(order.discountAmount)}`,
      tax: order.taxAmount === 0 ? null : { name: taxWords(rate), amount: words(order.taxAmount) },
      total: words(order.totalAmount),
    }),
  )
}

/** Tells whoever bought it that money comes back: once, however often the job runs. */
export async function tellRefunded(work: Work, parts: TellingParts, key: RefundKey): Promise<void> {
  const { tx, now } = work
  const refund = await markRefundTold(tx, key, now)
  if (refund === undefined) return
  const { organizationId, amount, taxAmount, currency } = refund
  const order = await findOrder(tx, { organizationId, id: refund.orderId })
  assert(order !== undefined, 'an order stays')
  const [[product], parties] = await Promise.all([
    findProducts(tx, { organizationId, ids: [order.productId] }),
    findParties(work, order),
  ])
  assert(product !== undefined, 'what is bought is there')
  await tell(work, parts, parties, (whom) =>
    refundedMessage({
      ...whom,
      product: product.name,
      total: moneyText({ amount: add(amount, taxAmount), currency }),
      tax: taxAmount === 0 ? null : moneyText({ amount: taxAmount, currency }),
      orderedAt: dateWords(order.createdAt),
    }),
  )
}

interface Whom {
  readonly site: string
  readonly seller: string
}

interface Parties {
  readonly customer: CustomerRow
  /** By name. */
  readonly seller: string
}

async function findParties(
  { tx }: Work,
  { organizationId, customerId }: Pick<OrderRow, 'organizationId' | 'customerId'>,
): Promise<Parties> {
  const [[customer], organization] = await Promise.all([
    findCustomers(tx, { organizationId, ids: [customerId] }),
    findOrganization(tx, organizationId),
  ])
  assert(customer !== undefined, 'who bought something stays')
  assert(organization !== undefined, 'who sold something is there')
  return { customer, seller: organization.name }
}

/** Whoever was deleted since isn’t written to. */
async function tell(
  work: Work,
  parts: TellingParts,
  { customer, seller }: Parties,
  message: (whom: Whom) => Omit<NewMail, 'to'>,
): Promise<void> {
  if (customer.deletedAt !== null || !canMail(parts.config)) return
  const { name, email: address } = customer
  const told = message({ site: siteOf(parts), seller })
  await queueMail(work, parts.keyring, { to: { name, address }, ...told })
}
