import {
  type CustomerStatus,
  customerStatuses,
} from '@guildhall/contract/subscriptions/customer-statuses'

/** What customers with a status have bought, and what they haven’t. */
export interface PurchasesOfStatus {
  /** The status of one of their subscriptions; null where they have none that counts. */
  readonly has: CustomerStatus | null
  /** The statuses that none of their subscriptions has, because those would be more urgent. */
  readonly hasNone: readonly CustomerStatus[]
  /** Null where it makes no difference. */
  readonly hasPaidOrder: boolean | null
}

const withoutSubscription: readonly CustomerStatus[] = ['one_time', 'none']
const ofSubscriptions = customerStatuses.filter((one) => !withoutSubscription.includes(one))

export function purchasesOf(status: CustomerStatus): PurchasesOfStatus {
  const urgency = ofSubscriptions.indexOf(status)
  if (urgency === -1) {
    return { has: null, hasNone: ofSubscriptions, hasPaidOrder: status === 'one_time' }
  }
  return { has: status, hasNone: ofSubscriptions.slice(0, urgency), hasPaidOrder: null }
}
