import { watchSweep } from '../../../platform/due/watched.ts'
import { follower } from '../../../platform/follower.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { SweepDefinition } from '../../../platform/sweeps.ts'
import { billEarly } from '../actions/bill-early.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { thresholdsToWatch } from '../store/used-lately.ts'

/** Usage is ingested without events that could wake it. */
export const billEarlySweep: SweepDefinition<SubscriptionDeps> = watchSweep(
  thresholdsToWatch,
  billEarly,
)

/** Where a product gets a threshold, its usage is watched from then on. */
export const watchThresholds = follower({
  name: 'subscriptions.watch_thresholds',
  on: [
    when(
      ['product.created', 'product.updated'],
      ['billingThresholdAmount'],
      ({ organizationId, payload: { billingThresholdAmount } }) =>
        billingThresholdAmount === null ? [] : [organizationId],
    ),
  ],
  async follow(uow, organizationIds) {
    for (const id of organizationIds) uow.noteDue(id, thresholdsToWatch.kind)
  },
})
