import {
  type CustomerStatus,
  customerStatuses,
} from '@guildhall/contract/subscriptions/customer-statuses'

export interface PurchaseFacts {
  /** Of all subscriptions of the customer, ended ones included. */
  readonly statuses: readonly string[]
  readonly hasPaidOrder: boolean
}

export const customerStatusOf = ({ statuses, hasPaidOrder }: PurchaseFacts): CustomerStatus =>
  customerStatuses.find((status) => statuses.includes(status)) ??
  (hasPaidOrder ? 'one_time' : 'none')
