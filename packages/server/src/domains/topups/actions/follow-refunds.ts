import type { Id } from '@guildhall/contract/primitives'
import { follower } from '../../../platform/follower.ts'
import { type Trigger, when } from '../../../platform/outbox/triggers.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findMetersOfOrder } from '../store/credit-purchases.ts'
import { type CustomerKey, lockTopUpsOf } from '../store/top-ups.ts'
import { stopTopUp } from './stop-top-up.ts'

interface TakenBack extends CustomerKey {
  readonly reason: 'purchase_refunded' | 'purchase_disputed'
  readonly orderId: Id<'order'>
  /** Null where whatever was bought doesn’t matter. */
  readonly productId: Id<'product'> | null
}

/**
 * What a refund takes must not be bought again at once, so top-ups of these credits stop in its
 * transaction. A customer who disputes a payment isn’t charged by any of them.
 */
export const followRefunds = follower({
  name: 'topups.follow_refunds',
  on: triggers(),
  async follow(uow, takenBack) {
    for (const one of takenBack) await stopOf(uow, one)
  },
})

function triggers(): readonly Trigger<TakenBack>[] {
  return [
    when(
      'order.refunded',
      ['customerId', 'productId'],
      ({ organizationId, object, payload: { customerId, productId } }) => [
        { organizationId, customerId, productId, orderId: object.id, reason: 'purchase_refunded' },
      ],
    ),
    when('dispute.created', ['orderId'], ({ organizationId, customerId, payload: { orderId } }) =>
      customerId === null
        ? []
        : [{ organizationId, customerId, orderId, productId: null, reason: 'purchase_disputed' }],
    ),
  ]
}

async function stopOf(
  uow: UnitOfWork,
  { reason, productId, orderId, ...customer }: TakenBack,
): Promise<void> {
  const topUps = await lockTopUpsOf(uow.tx, customer)
  if (topUps.length === 0) return
  const meterIds = await findMetersOfOrder(uow.tx, customer.organizationId, orderId)
  const isConcerned = (topUp: (typeof topUps)[number]) =>
    productId === null || topUp.productId === productId || meterIds.includes(topUp.meterId)
  for (const topUp of topUps.filter(isConcerned)) await stopTopUp(uow, topUp, { reason })
}
