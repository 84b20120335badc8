import type { Id } from '@guildhall/contract/primitives'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import type { Kysely } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { ChangeRequest } from '../rules/change.ts'
import type { CatalogDiscount, CatalogProduct } from '../rules/facts.ts'
import { readCatalogDiscount, readCatalogProduct } from './catalog-facts.ts'
import { readSettings } from './read-settings.ts'

interface Scope {
  readonly organizationId: Id<'organization'>
  readonly now: Date
}

/** A change, and who requests it. */
export type ChangeInput = SubscriptionChange & {
  /** What the customer raises themselves is charged immediately, up to a limit of the seller. */
  readonly isByCustomer?: true
}

/**
 * The change that a body requests, with the facts from the catalog and the settings.
 */
export async function readChangeRequest(
  db: Kysely<Tables>,
  scope: Scope,
  change: ChangeInput,
): Promise<ChangeRequest> {
  const { productId, discountId, cancelAtPeriodEnd, trialEnd } = change
  const feedback = {
    reason: change.customerCancellationReason,
    comment: change.customerCancellationComment,
  }
  if (productId !== undefined) return readProductChange(db, scope, { ...change, productId })
  if (change.revoke === true) return { kind: 'revoke', feedback }
  if (cancelAtPeriodEnd !== undefined) {
    return cancelAtPeriodEnd ? { kind: 'cancel', feedback } : { kind: 'uncancel' }
  }
  if (trialEnd !== undefined) {
    return { kind: 'trial_end', trialEnd: trialEnd === 'now' ? null : trialEnd }
  }
  if (change.pendingUpdate !== undefined) return { kind: 'remove_pending' }
  return discountId === undefined
    ? { kind: 'feedback', feedback }
    : { kind: 'discount', discount: await getDiscount(db, scope, discountId) }
}

async function readProductChange(
  db: Kysely<Tables>,
  scope: Scope,
  change: ChangeInput & { readonly productId: Id<'product'> },
): Promise<ChangeRequest> {
  const { productId, discountId, prorationBehavior, isByCustomer } = change
  const product = await getProduct(db, scope, productId)
  const { prorationMode, deferredChangeMax } = await readSettings(db, scope.organizationId)
  const request = {
    kind: 'product',
    product,
    mode: prorationBehavior ?? prorationMode,
    ...(isByCustomer === true && { deferredMax: deferredChangeMax }),
  } as const
  if (discountId === undefined) return request
  return { ...request, discount: await getDiscount(db, scope, discountId) }
}

async function getProduct(
  db: Kysely<Tables>,
  { organizationId }: Scope,
  id: Id<'product'>,
): Promise<CatalogProduct> {
  const found = await readCatalogProduct(db, { organizationId, id })
  if (found !== undefined) return found
  throw new Problem('subscription_product_unknown', { loc: ['body', 'product_id'] })
}

async function getDiscount(
  db: Kysely<Tables>,
  { organizationId, now }: Scope,
  id: Id<'discount'> | null,
): Promise<CatalogDiscount | null> {
  if (id === null) return null
  const found = await readCatalogDiscount(db, { organizationId, id }, now)
  if (found !== undefined) return found
  throw new Problem('subscription_discount_unknown', { loc: ['body', 'discount_id'] })
}
