import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export interface Plan {
  readonly id: Id<'product'>
  readonly isArchived: boolean
  readonly visibility: 'public' | 'unlisted' | 'private'
  readonly recurringInterval: string | null
  readonly prices: readonly {
    readonly amountType: string
    readonly priceCurrency?: string | undefined
  }[]
}

/** Whether a customer can change to the product without a checkout. */
const isSuitable = ({ isArchived, recurringInterval, prices }: Plan): boolean =>
  !isArchived &&
  recurringInterval !== null &&
  prices.every(({ amountType }) => amountType === 'free' || amountType === 'fixed')

/**
 * What the customer of a subscription may change to: of the seller’s list, or without one of all
 * public products.
 */
export const offeredPlans = <P extends Plan>(
  products: readonly P[],
  { currency }: { readonly currency: string },
): readonly P[] =>
  products.filter(
    (product) =>
      isSuitable(product) &&
      product.visibility !== 'private' &&
      product.prices.every(({ priceCurrency = currency }) => priceCurrency === currency),
  )

interface RequestedPlans {
  readonly requested: readonly Id<'product'>[]
  /** The requested products that exist. */
  readonly found: readonly Plan[]
  /** What is listed already may stay, although it is no longer offered. */
  readonly current: readonly Id<'product'>[]
}

type PlansRefusal = Refusal<
  'portal_plan_unknown' | 'portal_plan_twice' | 'portal_plan_unsuitable' | 'portal_plan_private'
>

/** Whether a seller can list these products. */
export function plansRefusal({ requested, found, current }: RequestedPlans): PlansRefusal | null {
  const byId = new Map(found.map((plan) => [plan.id, plan]))
  for (const [index, id] of requested.entries()) {
    const loc = ['body', 'plans', index]
    const plan = byId.get(id)
    if (plan === undefined) return refuse('portal_plan_unknown', { loc })
    if (requested.indexOf(id) < index) return refuse('portal_plan_twice', { loc })
    if (current.includes(id)) continue
    if (!isSuitable(plan)) return refuse('portal_plan_unsuitable', { loc })
    if (plan.visibility === 'private') return refuse('portal_plan_private', { loc })
  }
  return null
}
