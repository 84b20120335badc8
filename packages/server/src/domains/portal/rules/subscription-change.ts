import type { CustomerChange } from '@guildhall/contract/portal/subscriptions'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'

/** The change that a seller would request; the seller's settings decide how it is billed. */
export function toSubscriptionChange({
  productId,
  cancelAtPeriodEnd,
  cancellationReason,
  cancellationComment,
}: CustomerChange): SubscriptionChange {
  if (productId !== undefined) return { productId }
  return {
    ...(cancelAtPeriodEnd != null && { cancelAtPeriodEnd }),
    ...(cancellationReason !== undefined && { customerCancellationReason: cancellationReason }),
    ...(cancellationComment !== undefined && {
      customerCancellationComment: cancellationComment === '' ? null : cancellationComment,
    }),
  }
}
