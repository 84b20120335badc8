import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findOrganization } from '../../organizations/index.ts'
import type { CheckoutContent } from '../rules/content.ts'
import type { CheckoutKey } from '../store/checkouts.ts'
import { hasSubscription, isSubscribing } from '../store/subscribers.ts'
import type { CheckoutParts } from './parts.ts'

type Parts = Pick<CheckoutParts, 'config'>

interface Wanted {
  readonly organizationId: Id<'organization'>
  readonly content: CheckoutContent
  readonly product: { readonly isRecurring: boolean }
}

/**
 * Tells whoever has a subscription already, where their seller allows one only, that its plan can
 * be changed: as soon as it’s known who they are.
 */
export async function refuseSecond(
  db: Kysely<Tables>,
  parts: Parts,
  { organizationId, content, product }: Wanted,
): Promise<void> {
  const { customerId, customerEmail: email, subscriptionId: upgradeOf } = content
  if (!product.isRecurring || upgradeOf !== null) return
  if (customerId === null && email === null) return
  const subscriber = { organizationId, customerId, email, upgradeOf }
  if (!(await hasSubscription(db, subscriber))) return
  throw await refusal(db, parts, organizationId, 'already_active_subscription')
}

interface Subscribing extends CheckoutKey {
  /** Locked: of many purchases at once each sees those before it. */
  readonly customerId: Id<'customer'>
  readonly upgradeOf: Id<'subscription'> | null
}

/** The same under the lock of the customer, with what is being paid at this moment. */
export async function admitSubscriber(
  tx: Transaction<Tables>,
  parts: Parts,
  buying: Subscribing,
): Promise<void> {
  const { organizationId, customerId, upgradeOf } = buying
  // What is finished between the two is seen by the second.
  if (await isSubscribing(tx, buying)) {
    throw await refusal(tx, parts, organizationId, 'subscription_under_way')
  }
  if (await hasSubscription(tx, { organizationId, customerId, email: null, upgradeOf })) {
    throw await refusal(tx, parts, organizationId, 'already_active_subscription')
  }
}

async function refusal(
  db: Kysely<Tables>,
  { config }: Parts,
  organizationId: Id<'organization'>,
  code: 'already_active_subscription' | 'subscription_under_way',
): Promise<Problem> {
  const organization = await findOrganization(db, organizationId)
  assert(organization !== undefined, 'what sells is there')
  const { name: seller, slug } = organization
  return new Problem(code, { seller, url: `${config.server.url}/portal/${slug}` })
}
