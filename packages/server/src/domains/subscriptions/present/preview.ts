import type { ChangePreview, InvoicePreview } from '@guildhall/contract/subscriptions/previews'
import { orderAmounts, subscriptionAmount } from '../rules/amounts.ts'
import type { OrderDraft } from '../rules/decision.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'

type PreviewedAmounts = Pick<
  InvoicePreview,
  | 'currency'
  | 'taxAmount'
  | 'isTaxUnknown'
  | 'totalAmount'
  | 'fromBalanceAmount'
  | 'dueAmount'
  | 'dueAt'
>

export const presentInvoicePreview = (
  order: OrderDraft,
  amounts: PreviewedAmounts,
): InvoicePreview => ({
  ...amounts,
  billingReason: order.reason,
  items: order.entries.map(({ kind, label, amount, productPriceId, period }) => ({
    label,
    amount,
    proration: kind === 'proration',
    productPriceId,
    periodStart: period.start,
    periodEnd: period.end,
  })),
  ...orderAmounts(order),
})

type ChangedSubscription = Omit<
  ChangePreview,
  'prorationBehavior' | 'appliesAt' | 'dueNow' | 'nextInvoice'
>

/** The subscription once the change has taken effect. */
export function presentChanged(facts: SubscriptionFacts): ChangedSubscription {
  const { status, currency, period, endsAt } = facts
  const next = facts.pending ?? facts
  return {
    status,
    productId: next.product.id,
    discountId: next.discount?.id ?? null,
    amount: subscriptionAmount(next),
    currency,
    recurringInterval: next.interval,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    endsAt,
  }
}
