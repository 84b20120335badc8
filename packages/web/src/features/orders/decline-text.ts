import type { Payment } from './order-queries.ts'

/** The reason for a decline, as the buyer read it. */
export const declineMessageOf = ({ declineMessage, declineReason }: Payment): string =>
  declineMessage ?? declineReason?.replaceAll('_', ' ') ?? 'No reason given'

export function methodText(payment: Payment): string {
  if ('methodMetadata' in payment) {
    const { brand, last4 } = payment.methodMetadata
    return `${brand} ending in ${last4}`
  }
  return payment.method.replaceAll('_', ' ')
}
