import type { Decision } from '../src/domains/subscriptions/rules/decision.ts'
import type { BillingEntry, SubscriptionFacts } from '../src/domains/subscriptions/rules/facts.ts'
import {
  decideProductChange,
  type ProductChange,
  type ProductChangeDecision,
} from '../src/domains/subscriptions/rules/product-change.ts'
import { decideRenewal } from '../src/domains/subscriptions/rules/renewal.ts'
import { accept } from '../src/kernel/refusal.ts'
import { due, on } from './subscription-facts.ts'

/** The start of a period of 30 days, and its middle. */
export const april = on('2030-04-01')
export const middle = on('2030-04-16')

/** A change that is possible. */
export const changed = (
  facts: SubscriptionFacts,
  change: ProductChange,
  now = middle,
): ProductChangeDecision => accept(decideProductChange(facts, change, now))

export const renewed = (facts: SubscriptionFacts): Decision =>
  due(decideRenewal(facts, facts.period.end))

export const nets = (entries: readonly BillingEntry[] | undefined): readonly number[] =>
  (entries ?? []).map(({ amount, discountAmount }) => amount - discountAmount)
