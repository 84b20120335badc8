import type { CustomerState } from '@guildhall/contract/customers/state'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionMeterRow } from '../store/usage.ts'
import {
  presentBareSubscription,
  presentCustomFieldData,
  presentMeterUsage,
} from './subscription.ts'

type ActiveSubscription = CustomerState['activeSubscriptions'][number]

export const presentActiveSubscription = (
  row: SubscriptionRow,
  usage: readonly SubscriptionMeterRow[],
): ActiveSubscription => ({
  ...presentBareSubscription(row),
  status: 'active',
  customFieldData: presentCustomFieldData(row),
  meters: usage.map(presentMeterUsage),
})
