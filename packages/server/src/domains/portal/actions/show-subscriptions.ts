import type { CustomerSubscription } from '@guildhall/contract/portal/portal-shapes'
import type { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentSubscriptions, type SubscriptionRow } from '../../subscriptions/index.ts'
import { showBought } from './bought-products.ts'
import type { PortalParts } from './parts.ts'

/** Subscriptions of one customer, by as many statements however many they are. */
export async function showSubscriptions(
  db: Kysely<Tables>,
  parts: PortalParts,
  rows: readonly SubscriptionRow[],
): Promise<CustomerSubscription[]> {
  const [first] = rows
  if (first === undefined) return []
  const productIds = rows.map(({ productId }) => productId)
  const productOf = await showBought(db, parts, {
    organizationId: first.organizationId,
    productIds,
  })
  const shown = await presentSubscriptions(db, parts, rows)
  return shown.map((one) => ({ ...ofCustomer(one), product: productOf(one.productId) }))
}

export async function showSubscription(
  db: Kysely<Tables>,
  parts: PortalParts,
  row: SubscriptionRow,
): Promise<CustomerSubscription> {
  const [shown] = await showSubscriptions(db, parts, [row])
  assert(shown !== undefined, 'of one subscription there is one')
  return shown
}

/** Without what the seller keeps about it, and what the customer knows of themselves. */
const ofCustomer = ({
  metadata: _metadata,
  customFieldData: _answers,
  customer: _customer,
  discount: _discount,
  meters,
  ...subscription
}: Subscription): Omit<CustomerSubscription, 'product'> => ({
  ...subscription,
  meters: meters.map(({ meter: { id, createdAt, modifiedAt, name }, ...used }) => ({
    ...used,
    meter: { id, createdAt, modifiedAt, name },
  })),
})
