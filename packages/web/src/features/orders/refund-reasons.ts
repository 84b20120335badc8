import { refundReasons } from '@guildhall/contract/orders/refund-shapes'
import type { Refund } from './order-queries.ts'

const words: Readonly<Record<Refund['reason'], string>> = {
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
  customer_request: 'Customer’s wish',
  service_disruption: 'Service disruption',
  satisfaction_guarantee: 'Satisfaction guarantee',
  other: 'Other',
}

export const reasonWords = (reason: Refund['reason']): string => words[reason]

export const reasonOptions = refundReasons.map((value) => ({ value, label: words[value] }))
