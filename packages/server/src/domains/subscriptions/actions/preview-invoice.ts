import type { InvoicePreview } from '@guildhall/contract/subscriptions/previews'
import { isRefused } from '../../../kernel/refusal.ts'
import { amountsOf } from '../rules/amounts.ts'
import type { OrderDraft, SubscriptionFacts } from '../rules/facts.ts'
import { planRenewal } from '../rules/renewal.ts'
import type { SubscriptionKey } from '../store/subscriptions.ts'
import { type Gathered, gather, type Priced, priceOrder } from './change-decision.ts'
import type { SubscriptionParts } from './parts.ts'

type Whose = Pick<Gathered, 'row' | 'customer' | 'balanceAmount'>

/** What the next period will bill, if nothing happens until then; null where nothing will. */
export async function previewNextInvoice(
  parts: SubscriptionParts,
  key: SubscriptionKey,
): Promise<InvoicePreview | null> {
  const gathered = await gather(parts, key)
  return previewRenewal(parts, gathered, gathered.facts)
}

/** The same for a subscription that is as it would be after a change. */
export async function previewRenewal(
  parts: SubscriptionParts,
  whose: Whose,
  facts: SubscriptionFacts,
): Promise<InvoicePreview | null> {
  const dueAt = facts.period.end
  const plan = planRenewal(facts, dueAt)
  if (isRefused(plan) || plan.order === null) return null
  return presentPriced(await priceOrder(parts, whose, plan.order), { facts, dueAt })
}

interface Billed {
  readonly facts: Pick<SubscriptionFacts, 'currency'>
  readonly dueAt: Date
}

export const presentPriced = (
  { order, answer, taxAmount, totalAmount, due }: Priced,
  { facts, dueAt }: Billed,
): InvoicePreview => ({
  currency: facts.currency,
  billingReason: order.reason,
  items: itemsOf(order),
  ...amountsOf(order),
  taxAmount,
  isTaxUnknown: 'incomplete' in answer,
  totalAmount,
  fromBalanceAmount: due.appliedAmount,
  dueAmount: due.dueAmount,
  dueAt,
})

const itemsOf = ({ entries }: OrderDraft): InvoicePreview['items'] =>
  entries.map(({ kind, label, amount, productPriceId, period }) => ({
    label,
    amount,
    proration: kind === 'proration',
    productPriceId,
    periodStart: period.start,
    periodEnd: period.end,
  }))
