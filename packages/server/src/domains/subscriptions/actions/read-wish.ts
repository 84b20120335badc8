import type { Id } from '@guildhall/contract/primitives'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { billingSettingsOf } from '../../organizations/index.ts'
import type { DiscountWanted, ProductWanted, ProrationMode } from '../rules/facts.ts'
import type { Wish } from '../rules/plan-wish.ts'
import { readDiscountWanted, readProductWanted } from './read-wanted.ts'

interface Place {
  readonly organizationId: Id<'organization'>
  readonly now: Date
}

/** What a body asks for, with what is for sale and how the seller has it. */
export async function readWish(
  db: Kysely<Tables>,
  place: Place,
  change: SubscriptionChange,
): Promise<Wish> {
  const { productId, discountId, cancelAtPeriodEnd, trialEnd } = change
  const words = {
    reason: change.customerCancellationReason,
    comment: change.customerCancellationComment,
  }
  if (productId !== undefined) return readProductWish(db, place, { ...change, productId })
  if (change.revoke === true) return { kind: 'revoke', words }
  if (cancelAtPeriodEnd !== undefined) {
    return cancelAtPeriodEnd ? { kind: 'cancel', words } : { kind: 'uncancel' }
  }
  if (trialEnd !== undefined) {
    return { kind: 'trial_end', trialEnd: trialEnd === 'now' ? null : trialEnd }
  }
  if (change.pendingUpdate !== undefined) return { kind: 'pending_cleared' }
  return discountId === undefined
    ? { kind: 'leaving_words', words }
    : { kind: 'discount', discount: await discountOf(db, place, discountId) }
}

async function readProductWish(
  db: Kysely<Tables>,
  place: Place,
  change: SubscriptionChange & { readonly productId: Id<'product'> },
): Promise<Wish> {
  const { productId, discountId, prorationBehavior } = change
  const product = await productOf(db, place, productId)
  const mode = prorationBehavior ?? (await usualMode(db, place))
  if (discountId === undefined) return { kind: 'product', product, mode }
  return { kind: 'product', product, mode, discount: await discountOf(db, place, discountId) }
}

async function usualMode(db: Kysely<Tables>, { organizationId }: Place): Promise<ProrationMode> {
  const settings = (await billingSettingsOf(db, [organizationId])).get(organizationId)
  assert(settings !== undefined, 'what sells has its settings')
  return settings.prorationMode
}

async function productOf(
  db: Kysely<Tables>,
  { organizationId }: Place,
  id: Id<'product'>,
): Promise<ProductWanted> {
  const found = await readProductWanted(db, { organizationId, id })
  if (found !== undefined) return found
  throw new Problem('subscription_product_unknown', { loc: ['body', 'product_id'] })
}

async function discountOf(
  db: Kysely<Tables>,
  { organizationId, now }: Place,
  id: Id<'discount'> | null,
): Promise<DiscountWanted | null> {
  if (id === null) return null
  const found = await readDiscountWanted(db, { organizationId, id }, now)
  if (found !== undefined) return found
  throw new Problem('subscription_discount_unknown', { loc: ['body', 'discount_id'] })
}
