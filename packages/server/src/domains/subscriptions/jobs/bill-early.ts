import { type SweepDefinition, sweep } from '../../../platform/sweeps.ts'
import { billEarly } from '../actions/bill-early.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'

/** Usage is ingested without events that could wake it. */
export const billEarlySweep: SweepDefinition<SubscriptionDeps> = sweep({
  name: 'subscriptions.bill_early',
  pauseMilliseconds: 15_000,
  run: (deps: SubscriptionDeps, signal) => billEarly(deps, signal),
})
