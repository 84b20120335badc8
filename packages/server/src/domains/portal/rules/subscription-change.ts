import type { CustomerChange } from '@guildhall/contract/portal/subscriptions'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'

/** The seller’s settings decide how it is billed, and what may wait for the next order. */
export function toSubscriptionChange({
  productId,
  cancelAtPeriodEnd,
  cancellationReason,
  cancellationComment,
}: CustomerChange): SubscriptionChange & { readonly isByCustomer?: true } {
  if (productId !== undefined) return { productId, isByCustomer: true }
  return {
    ...(cancelAtPeriodEnd != null && { cancelAtPeriodEnd }),
    ...(cancellationReason !== undefined && { customerCancellationReason: cancellationReason }),
    ...(cancellationComment !== undefined && {
      customerCancellationComment: cancellationComment === '' ? null : cancellationComment,
    }),
  }
}
