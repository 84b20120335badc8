import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findCustomerByEmail } from '../../customers/store/customers.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import type { CheckoutContent, ProductFacts } from '../rules/content.ts'
import { isFreeProduct } from '../rules/required-fields.ts'
import type { CheckoutKey } from '../store/checkouts.ts'
import { findUpgrade, hasSubscription, isBuyingSubscription } from '../store/subscribers.ts'
import type { CheckoutDeps } from './deps.ts'

type Deps = Pick<CheckoutDeps, 'config'>

interface Purchase {
  readonly organizationId: Id<'organization'>
  readonly content: CheckoutContent
  readonly product: ProductFacts
  /** Whether the caller may learn whom a typed address belongs to. */
  readonly mayRevealCustomer: boolean
}

/**
 * Refuses buyers who already have a subscription where their seller allows only one, with a hint
 * that they can change its plan. A buyer whom the seller named is known immediately. An address
 * that a buyer typed is compared only by `requireSoleSubscription`, in the purchase itself:
 * otherwise anyone could find out quickly and without a card who is a customer.
 */
export async function refuseSecondSubscription(
  db: Kysely<Tables>,
  deps: Deps,
  { organizationId, content, product, mayRevealCustomer }: Purchase,
): Promise<void> {
  const { subscriptionId: upgradeOf, isCustomerGiven } = content
  if (!product.isRecurring || upgradeOf !== null) return
  if (!isCustomerGiven && !mayRevealCustomer) return
  const customerId = isCustomerGiven
    ? content.customerId
    : await ownerOfAddress(db, organizationId, content)
  if (customerId === null) return
  const isFree = isFreeProduct(product)
  const subscriber = { organizationId, customerId, upgradeOf, isFree }
  if (!(await hasSubscription(db, subscriber))) return
  throw await refusal(db, deps, organizationId, 'already_active_subscription')
}

/** To whom the purchase will belong. Somebody with a new external id owns nothing yet. */
async function ownerOfAddress(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { customerEmail: email, customerExternalId: externalId }: CheckoutContent,
): Promise<Id<'customer'> | null> {
  if (email === null || externalId !== null) return null
  return (await findCustomerByEmail(db, { organizationId, email }))?.id ?? null
}

interface SubscriptionPurchase extends CheckoutKey {
  /** Must be locked, so that purchases at the same time see each other. */
  readonly customerId: Id<'customer'>
  readonly upgradeOf: Id<'subscription'> | null
  readonly isProved: boolean
  readonly product: ProductFacts
}

/**
 * The same for every buyer, with the customer locked, and with purchases that are being paid right
 * now.
 */
export async function requireSoleSubscription(
  tx: Transaction<Tables>,
  deps: Deps,
  purchase: SubscriptionPurchase,
): Promise<void> {
  const { organizationId, customerId, upgradeOf } = purchase
  const isFree = isFreeProduct(purchase.product)
  const subscriber = { organizationId, customerId, upgradeOf, isFree }
  // In this order, a purchase that finishes in between is found by the second query.
  if (await isBuyingSubscription(tx, purchase)) {
    throw await refusal(tx, deps, organizationId, 'subscription_under_way')
  }
  const isTaken = (await hasSubscription(tx, subscriber)) || (await isPaidMeanwhile(tx, purchase))
  if (isTaken) throw await refusal(tx, deps, organizationId, 'already_active_subscription')
}

/** Another purchase has upgraded the same free subscription; its money must not be lost. */
async function isPaidMeanwhile(
  tx: Transaction<Tables>,
  { organizationId, upgradeOf }: SubscriptionPurchase,
): Promise<boolean> {
  if (upgradeOf === null) return false
  const found = await findUpgrade(tx, organizationId, upgradeOf)
  return found?.isOpen === true && !found.isFree
}

async function refusal(
  db: Kysely<Tables>,
  { config }: Deps,
  organizationId: Id<'organization'>,
  code: 'already_active_subscription' | 'subscription_under_way',
): Promise<Problem> {
  const organization = await findOrganization(db, organizationId)
  assert(organization !== undefined, 'the organization of a checkout exists')
  const { name: seller, slug } = organization
  return new Problem(code, { seller, url: `${config.server.url}/portal/${slug}` })
}
