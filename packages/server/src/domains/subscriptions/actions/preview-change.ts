import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import type { ChangePreview } from '@guildhall/contract/subscriptions/previews'
import { subtract } from '../../../kernel/money.ts'
import { subscriptionAmount } from '../rules/amounts.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'
import type { SubscriptionKey } from '../store/subscriptions.ts'
import { type Decided, decideChange, type Priced, priceOrder } from './change-decision.ts'
import type { SubscriptionParts } from './parts.ts'
import { presentPriced, previewRenewal } from './preview-invoice.ts'

/** What a change would come to: the same decision, of which nothing is saved. */
export async function previewChange(
  parts: SubscriptionParts,
  key: SubscriptionKey,
  change: SubscriptionChange,
): Promise<ChangePreview> {
  const decided = await decideChange(parts, key, change)
  const { plan, now } = decided
  const priced = plan.order === null ? null : await priceOrder(parts, decided, plan.order)
  const billed = { facts: plan.after, dueAt: now }
  return {
    prorationBehavior: plan.mode ?? null,
    appliesAt: appliesAt(decided),
    ...presentAfter(plan.after),
    dueNow: priced === null ? null : presentPriced(priced, billed),
    nextInvoice: await previewRenewal(parts, afterwards(decided, priced), plan.after),
  }
}

/** With what the customer would then have to their credit. */
const afterwards = (decided: Decided, priced: Priced | null): Decided =>
  priced === null
    ? decided
    : { ...decided, balanceAmount: subtract(decided.balanceAmount, priced.due.appliedAmount) }

function appliesAt({ wish, plan, now }: Decided): Date {
  if (plan.mode === 'next_period') return plan.after.pending?.appliesAt ?? now
  return wish.kind === 'cancel' ? (plan.after.endsAt ?? now) : now
}

/** As it is once the change has taken effect. */
function presentAfter(facts: SubscriptionFacts) {
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
