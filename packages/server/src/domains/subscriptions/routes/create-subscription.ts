import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/subscriptions/subscriptions'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { findProductIn } from '../../catalog/index.ts'
import { itemOf, type Seller, sellerWork } from '../../organizations/index.ts'
import { createSubscription } from '../actions/create-subscription.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { presentSubscription } from '../actions/present-subscription.ts'

/** Where the subscription is made is told by its product. */
export const createSubscriptionRoute = (parts: SubscriptionParts): EndpointRoute =>
  serve(contract.createSubscription, async (call) => {
    const { caller, body } = call
    const { organizationId } = await productMeant(parts, caller, body.productId)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const row = await createSubscription(unit, parts, { ...body, organizationId })
      return call.finish(unit, await presentSubscription(unit.tx, parts, row))
    })
  })

const productMeant = (
  { workshop }: SubscriptionParts,
  caller: Seller,
  id: Id<'product'>,
): Promise<{ readonly organizationId: Id<'organization'> }> => {
  const { kysely } = workshop.database
  return itemOf({ workshop }, caller, (within) => findProductIn(kysely, within, id)).catch(
    asUnknown,
  )
}

/** In a body, what isn’t theirs is a fault of the body. */
function asUnknown(error: unknown): never {
  if (error instanceof Problem && error.code === 'not_found') {
    throw new Problem('subscription_product_unknown', { loc: ['body', 'product_id'] })
  }
  throw error
}
