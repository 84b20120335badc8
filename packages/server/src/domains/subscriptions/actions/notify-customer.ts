import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { formatDate } from '../../../kernel/date-text.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { GrantText } from '../../../platform/hooks.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { mailRecipient } from '../../customers/rules/mail-recipient.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { canSendMail, siteHost } from '../../identity/actions/notify-user.ts'
import { describeGrants, isOrderToMail } from '../../orders/actions/notify-customer.ts'
import { openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { findOrder } from '../../orders/store/orders.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { findPaymentsOf } from '../../payments/store/payments.ts'
import {
  chargeText,
  type OwedText,
  productText,
  type SubscriptionMail,
} from '../messages/mail-blocks.ts'
import type { Notice } from '../messages/mail-for-event.ts'
import {
  lastPaymentFailedMessage,
  paymentFailedMessage,
  subscriptionOnHoldMessage,
} from '../messages/payment-failed.ts'
import { subscriptionChangedMessage } from '../messages/subscription-changed.ts'
import {
  subscriptionCanceledMessage,
  subscriptionEndedMessage,
} from '../messages/subscription-ended.ts'
import { subscriptionRenewedMessage } from '../messages/subscription-renewed.ts'
import { subscriptionStartedMessage } from '../messages/subscription-started.ts'
import { usageBilledMessage } from '../messages/usage-billed.ts'
import { isInArrears } from '../rules/lifecycle.ts'
import {
  billsUsageEarly,
  hasOrderAt,
  recordNotice,
  recordNotifiedProduct,
} from '../store/notices.ts'
import { findSubscription } from '../store/subscriptions.ts'
import type { NoticeDeps, SubscriptionDeps } from './deps.ts'
import { makePayLink } from './pay-link.ts'

type MailDeps = Pick<SubscriptionDeps, 'config' | 'keyring'>
type Deps = MailDeps & Pick<NoticeDeps, 'clock' | 'grantDescribers'>

interface NoticeEvent {
  readonly organizationId: Id<'organization'>
  /** When it happened, by the organization’s clock. */
  readonly at: Date
  readonly notice: Notice
}

/**
 * Mails a customer what happened to their subscription, once however often the job runs. The mail
 * is dated when it happened, because the organization’s clock may have advanced since.
 */
export async function notifyCustomer(
  uow: UnitOfWork,
  deps: Deps,
  { organizationId, at, notice }: NoticeEvent,
): Promise<void> {
  const { subscriptionId, noticeKey, priced } = notice
  if (!(await isWorthMailing(uow, { organizationId, at, notice }))) return
  const isFirst = await recordNotice(uow.tx, { organizationId, subscriptionId, noticeKey }, at)
  if (!isFirst) return
  const { customerId } = notice
  const owed = await owedFor(uow, deps, { organizationId, notice })
  const source = { organizationId, subscriptionId, orderId: null }
  // Other mails don’t say what the subscription includes.
  const isEarly =
    notice.kind === 'changed' &&
    notice.orderId !== null &&
    (await billsUsageEarly(uow.tx, { organizationId, orderId: notice.orderId }))
  const granted = notice.kind === 'started' ? await describeGrants(uow, deps, source) : []
  await mailCustomer({ ...uow, now: at }, deps, { organizationId, customerId }, (context) =>
    messageOf({ ...context, product: productText(priced), owed, granted, isEarly }, notice),
  )
}

const owing: ReadonlySet<Notice['kind']> = new Set([
  'payment_failed',
  'last_payment_failed',
  'on_hold',
])

/** Of several orders the oldest, as of now: it may have been paid since. */
async function owedFor(
  { tx }: UnitOfWork,
  deps: Deps,
  { organizationId, notice }: Pick<NoticeEvent, 'organizationId' | 'notice'>,
): Promise<OwedText | null> {
  if (!owing.has(notice.kind)) return null
  const [oldest] = await openOrdersOf(tx, organizationId, [notice.subscriptionId])
  if (oldest === undefined) return null
  const { order, dueAmount: amount } = oldest
  const payments = await findPaymentsOf(tx, organizationId, { orderIds: [order.id] })
  const last = payments.findLast(({ status }) => status === 'failed')
  return {
    amount: moneyText({ amount, currency: order.currency }),
    payUrl: makePayLink(deps, order),
    asksToConfirm: last?.declineReason === 'authentication_required',
  }
}

/**
 * An update is mailed if the product changed and no order describes the change; a last payment that
 * is not retried, unless it was written off immediately; the start of a free subscription like any
 * free order.
 */
async function isWorthMailing(
  uow: UnitOfWork,
  { organizationId, at, notice }: NoticeEvent,
): Promise<boolean> {
  const { tx } = uow
  const { subscriptionId } = notice
  if (notice.kind === 'started' && notice.orderId !== null) {
    const order = await findOrder(tx, { organizationId, id: notice.orderId })
    return order !== undefined && (await isOrderToMail(uow, order))
  }
  if (notice.kind === 'last_payment_failed' && notice.nextAttemptAt === null) {
    const row = await findSubscription(tx, { organizationId, id: subscriptionId })
    return row !== undefined && isInArrears(row)
  }
  if (notice.kind !== 'updated') return true
  if (!(await recordNotifiedProduct(tx, { organizationId, ...notice }))) return false
  return !(await hasOrderAt(tx, { organizationId, subscriptionId, at }))
}

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

type MailContext = Omit<SubscriptionMail, 'product'>

interface NoticeMail extends SubscriptionMail {
  readonly owed: OwedText | null
  readonly granted: readonly GrantText[]
  /** Whether usage was billed before the end of its period. */
  readonly isEarly: boolean
}

/** A customer who was deleted meanwhile gets no mail. */
export async function mailCustomer(
  uow: UnitOfWork,
  deps: MailDeps,
  { organizationId, customerId }: CustomerKey,
  message: (context: MailContext) => Omit<NewMail, 'to'>,
): Promise<void> {
  const [customer] = await findCustomersByIds(uow.tx, organizationId, [customerId])
  assert(customer !== undefined, 'customers keep their rows')
  if (customer.deletedAt !== null || !canSendMail(deps.config)) return
  const organization = await findOrganization(uow.tx, organizationId)
  assert(organization !== undefined, 'an organization with subscriptions exists')
  const portalUrl = `${deps.config.server.url}/portal/${organization.slug}`
  const sender = plainName(organization.name) ?? siteHost(deps)
  const mail = message({ sender, seller: organization.name, portalUrl })
  await queueMail(uow, deps.keyring, { to: mailRecipient(customer), sender, ...mail })
}

function messageOf(mail: NoticeMail, notice: Notice): Omit<NewMail, 'to'> {
  const { currency } = notice.priced
  switch (notice.kind) {
    case 'started': {
      const charge = chargeText(notice.charge, currency)
      const renewsOn = dayOf(notice.periodEnd)
      return subscriptionStartedMessage({ ...mail, isTrial: notice.isTrial, renewsOn, charge })
    }
    case 'renewed': {
      const charge = chargeText(notice.charge, currency)
      return subscriptionRenewedMessage({ ...mail, renewsOn: dayOf(notice.periodEnd), charge })
    }
    case 'changed': {
      const charge = chargeText(notice.charge, currency)
      const message = mail.isEarly ? usageBilledMessage : subscriptionChangedMessage
      return message({ ...mail, renewsOn: dayOf(notice.periodEnd), charge })
    }
    case 'updated':
      return subscriptionChangedMessage({
        ...mail,
        renewsOn: dayOf(notice.periodEnd),
        charge: null,
      })
    case 'payment_failed':
    case 'last_payment_failed': {
      const { nextAttemptAt } = notice
      const nextAttemptOn = nextAttemptAt === null ? null : dayOf(nextAttemptAt)
      return notice.kind === 'payment_failed'
        ? paymentFailedMessage({ ...mail, nextAttemptOn })
        : lastPaymentFailedMessage({ ...mail, nextAttemptOn })
    }
    case 'on_hold':
      return subscriptionOnHoldMessage({ ...mail, isDisputed: notice.isDisputed })
    case 'canceled':
      return subscriptionCanceledMessage({ ...mail, endsOn: dayOf(notice.endsAt) })
    case 'ended':
      return subscriptionEndedMessage(mail)
  }
}

function dayOf(instant: Date | null): string {
  assert(instant !== null, 'a subscription has a period')
  return formatDate(instant)
}
