import type { CustomerState } from '@guildhall/contract/customers/state'
import {
  type ActiveSubscriptionAsJson,
  activeSubscriptionOf,
} from '../store/active-subscriptions.ts'
import {
  presentBareSubscription,
  presentCustomFieldData,
  presentMeterUsage,
} from './subscription.ts'

type ActiveSubscription = CustomerState['activeSubscriptions'][number]

/** Trials are left out of a customer’s state, because official clients accept only `active`. */
export function presentActiveSubscription(json: ActiveSubscriptionAsJson): ActiveSubscription {
  const { usage, ...row } = activeSubscriptionOf(json)
  return {
    ...presentBareSubscription(row),
    status: 'active',
    customFieldData: presentCustomFieldData(row),
    meters: usage.map(presentMeterUsage),
  }
}
