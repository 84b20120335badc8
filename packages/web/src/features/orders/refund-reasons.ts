import { refundReasons } from '@guildhall/contract/orders/refund-shapes'
import type { Refund } from './order-queries.ts'

const labels: Readonly<Record<Refund['reason'], string>> = {
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
  customer_request: 'Customer request',
  service_disruption: 'Service disruption',
  satisfaction_guarantee: 'Satisfaction guarantee',
  other: 'Other',
}

export const reasonText = (reason: Refund['reason']): string => labels[reason]

export const reasonOptions = refundReasons.map((value) => ({ value, label: labels[value] }))
