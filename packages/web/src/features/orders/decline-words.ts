import type { Payment } from './order-queries.ts'

/** Why a payment was declined, in the words that the buyer read. */
export const declineWords = ({ declineMessage, declineReason }: Payment): string =>
  declineMessage ?? declineReason?.replaceAll('_', ' ') ?? 'No reason was given'

export function methodWords(payment: Payment): string {
  if ('methodMetadata' in payment) {
    const { brand, last4 } = payment.methodMetadata
    return `${brand} ending in ${last4}`
  }
  return payment.method.replaceAll('_', ' ')
}
