import { assert } from '../../../kernel/assert.ts'
import { formatDate } from '../../../kernel/date-text.ts'
import { sum } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { instantWords } from '../../../platform/mail/format-instant.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { notifyMembers } from '../../organizations/actions/notify-members.ts'
import { disputedMessage, type NoticedStatus } from '../messages/disputed.ts'
import { type DisputeKey, markDisputeNotified } from '../store/disputes.ts'
import { findOrder } from '../store/orders.ts'
import type { OrderDeps } from './deps.ts'
import { statusOfDispute } from './dispute-state.ts'

/** Mails members who see disputes about the current status: once, however often the job runs. */
export async function notifyDisputed(
  uow: UnitOfWork,
  deps: Pick<OrderDeps, 'config' | 'keyring'>,
  key: DisputeKey,
): Promise<void> {
  const { tx } = uow
  const { organizationId } = key
  const dispute = await markDisputeNotified(tx, key)
  if (dispute === undefined) return
  const status = statusOfDispute(dispute)
  if (!isNoticed(status)) return
  const order = await findOrder(tx, { organizationId, id: dispute.orderId })
  assert(order !== undefined, 'orders are never deleted')
  const [product] = await findProducts(tx, organizationId, [order.productId])
  const [customer] = await findCustomersByIds(tx, organizationId, [order.customerId])
  assert(product !== undefined, 'the product of an order is kept as a row')
  assert(customer !== undefined, 'the customer of an order is kept as a row')
  const { currency } = dispute
  const amount = sum([dispute.amount, dispute.taxAmount, dispute.owedAmount])
  const audience = { organizationId, right: 'disputes:read' } as const
  await notifyMembers(uow, deps, audience, ({ site, organization: { name, slug } }) =>
    disputedMessage(status, {
      site,
      organization: name,
      product: product.name,
      customer: customer.email,
      total: amount === 0 ? null : moneyText({ amount, currency }),
      reason: dispute.reason === null ? null : readable(dispute.reason),
      deadline: dispute.evidenceDueBy === null ? null : instantWords(dispute.evidenceDueBy),
      orderedAt: formatDate(order.createdAt),
      url: `${deps.config.server.url}/dashboard/${slug}/disputes/${dispute.id}`,
      processorUrl: dispute.processorUrl,
    }),
  )
}

const noticed: readonly string[] = ['early_warning', 'needs_response', 'won', 'lost']

const isNoticed = (status: string): status is NoticedStatus => noticed.includes(status)

/** Processors write `product_not_received`. */
const readable = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
