import type { Id } from '@guildhall/contract/primitives'
import { distinct } from '../../../kernel/indexing.ts'
import { follower } from '../../../platform/follower.ts'
import { type Trigger, when } from '../../../platform/outbox/triggers.ts'
import type { EntitlementDeps } from './deps.ts'
import { type Renewal, reconcileSources } from './reconcile-sources.ts'

/** A subscription or an order whose benefits may have changed. */
interface Touched {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId?: Id<'subscription'>
  readonly orderId?: Id<'order'>
  readonly renewal?: Renewal
}

const triggers: readonly Trigger<Touched>[] = [
  when(
    [
      'subscription.created',
      'subscription.active',
      'subscription.updated',
      'subscription.canceled',
      'subscription.uncanceled',
      'subscription.revoked',
    ],
    [],
    ({ organizationId, object }) => [{ organizationId, subscriptionId: object.id }],
  ),
  when(
    'order.paid',
    ['subscriptionId', 'billingReason'],
    ({ organizationId, object, payload }): readonly Touched[] => {
      const { subscriptionId, billingReason } = payload
      if (subscriptionId === null) return [{ organizationId, orderId: object.id }]
      const isCycle = billingReason === 'subscription_cycle'
      const renewal = { subscriptionId, orderId: object.id }
      return isCycle ? [{ organizationId, subscriptionId, renewal }] : []
    },
  ),
  when('order.refunded', ['subscriptionId'], ({ organizationId, object, payload }) =>
    payload.subscriptionId === null ? [{ organizationId, orderId: object.id }] : [],
  ),
  when(
    ['refund.updated', 'dispute.created', 'dispute.updated'],
    ['orderId'],
    ({ organizationId, payload: { orderId } }) => [{ organizationId, orderId }],
  ),
]

/** Customers get and lose benefits in the transaction that pays for them, ends or refunds them. */
export const followSources = follower({
  name: 'entitlements.follow_sources',
  on: triggers,
  async follow(uow, touched, deps: Pick<EntitlementDeps, 'keyring' | 'clock' | 'providers'>) {
    for (const organizationId of new Set(touched.map((one) => one.organizationId))) {
      const own = touched.filter((one) => one.organizationId === organizationId)
      const subscriptionIds = distinct(own.flatMap((one) => one.subscriptionId ?? []))
      const orderIds = distinct(own.flatMap((one) => one.orderId ?? []))
      const renewals = own.flatMap((one) => one.renewal ?? [])
      await reconcileSources(uow, deps, { organizationId, subscriptionIds, orderIds }, renewals)
    }
  },
})
