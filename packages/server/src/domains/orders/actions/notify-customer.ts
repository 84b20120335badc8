import { TaxRate } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { formatDate } from '../../../kernel/date-text.ts'
import { type MinorUnits, sum } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { BoughtSource, GrantText } from '../../../platform/hooks.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { mailRecipient } from '../../customers/rules/mail-recipient.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import { canSendMail, siteHost } from '../../identity/actions/notify-user.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { orderPaidMessage } from '../messages/order-paid.ts'
import { refundedMessage } from '../messages/refunded.ts'
import { taxLabel } from '../rules/invoice-text.ts'
import { freeOrdersMilliseconds, isOrderMailed } from '../rules/order-mail.ts'
import { countFreeOrders, findOrder, type OrderItemRow, type OrderRow } from '../store/orders.ts'
import { markRefundNotified, type RefundKey } from '../store/refunds.ts'
import type { OrderDeps, PurchaseDeps } from './deps.ts'

type NotifyDeps = Pick<OrderDeps, 'config' | 'keyring'>

const taxRate = z.nullable(TaxRate)

interface PaidOrder extends Parties {
  readonly order: OrderRow
  readonly items: readonly OrderItemRow[]
  readonly givesBenefits: boolean
}

/** What was given for a subscription or an order by now, for a mail. */
export async function describeGrants(
  { tx }: UnitOfWork,
  { grantDescribers }: Pick<PurchaseDeps, 'grantDescribers'>,
  source: BoughtSource,
): Promise<GrantText[]> {
  const granted: GrantText[] = []
  for (const describe of grantDescribers) granted.push(...(await describe(tx, source)))
  return granted
}

/** Mails the confirmation of an order, in the transaction that creates it. */
export async function notifyOrderPaid(
  uow: UnitOfWork,
  deps: PurchaseDeps,
  { order, items, givesBenefits, ...parties }: PaidOrder,
): Promise<void> {
  if (!(await isOrderToMail(uow, order))) return
  const { organizationId, id: orderId, currency } = order
  const source = { organizationId, orderId, subscriptionId: null }
  const granted = givesBenefits ? await describeGrants(uow, deps, source) : []
  const price = (amount: MinorUnits) => moneyText({ amount, currency })
  const rate = z.parse(taxRate, order.taxRate)
  await notify(uow, deps, parties, (sender) =>
    orderPaidMessage({
      ...sender,
      items: items.map(({ label, amount }) => ({ label, amount: price(amount) })),
      discount: order.discountAmount === 0 ? null : `−${price(order.discountAmount)}`,
      tax: order.taxAmount === 0 ? null : { name: taxLabel(rate), amount: price(order.taxAmount) },
      credit: order.appliedBalanceAmount === 0 ? null : price(order.appliedBalanceAmount),
      total: price(order.totalAmount),
      granted,
    }),
  )
}

/** Of free orders a customer is mailed about a few in an hour; subscriptions are counted as well. */
export async function isOrderToMail({ tx }: UnitOfWork, order: OrderRow): Promise<boolean> {
  const { totalAmount, createdAt } = order
  const since = new Date(createdAt.getTime() - freeOrdersMilliseconds)
  const freeOrdersLately = totalAmount === 0 ? await countFreeOrders(tx, order, since) : 0
  return isOrderMailed({ totalAmount, freeOrdersLately })
}

/** Mails the buyer that a refund succeeded: once, however often the job runs. */
export async function notifyRefunded(
  uow: UnitOfWork,
  deps: NotifyDeps,
  key: RefundKey,
): Promise<void> {
  const { tx, now } = uow
  const refund = await markRefundNotified(tx, key, now)
  if (refund === undefined) return
  const { organizationId, amount, taxAmount, owedAmount, currency } = refund
  const order = await findOrder(tx, { organizationId, id: refund.orderId })
  assert(order !== undefined, 'orders are never deleted')
  const [[product], parties] = await Promise.all([
    findProducts(tx, organizationId, [order.productId]),
    findParties(uow, order),
  ])
  assert(product !== undefined, 'the product of an order is kept as a row')
  await notify(uow, deps, parties, (sender) =>
    refundedMessage({
      ...sender,
      product: product.name,
      total: moneyText({ amount: sum([amount, taxAmount, owedAmount]), currency }),
      tax: taxAmount === 0 ? null : moneyText({ amount: taxAmount, currency }),
      orderedAt: formatDate(order.createdAt),
    }),
  )
}

interface Sender {
  readonly sender: string
  readonly seller: string
  readonly portalUrl: string
}

/** The organization, as mails name it. */
export interface Seller {
  readonly name: string
  readonly slug: string
}

interface Parties {
  readonly customer: CustomerRow
  readonly seller: Seller
}

async function findParties(
  { tx }: UnitOfWork,
  { organizationId, customerId }: Pick<OrderRow, 'organizationId' | 'customerId'>,
): Promise<Parties> {
  const [[customer], organization] = await Promise.all([
    findCustomersByIds(tx, organizationId, [customerId]),
    findOrganization(tx, organizationId),
  ])
  assert(customer !== undefined, 'the customer of an order is kept as a row')
  assert(organization !== undefined, 'an organization with orders exists')
  return { customer, seller: organization }
}

/** Deleted customers get no mail. */
async function notify(
  uow: UnitOfWork,
  deps: NotifyDeps,
  { customer, seller }: Parties,
  message: (sender: Sender) => Omit<NewMail, 'to'>,
): Promise<void> {
  if (customer.deletedAt !== null || !canSendMail(deps.config)) return
  const portalUrl = `${deps.config.server.url}/portal/${seller.slug}`
  const sender = plainName(seller.name) ?? siteHost(deps)
  const mail = message({ sender, seller: seller.name, portalUrl })
  await queueMail(uow, deps.keyring, { to: mailRecipient(customer), sender, ...mail })
}
