import type { CustomerChange } from '@guildhall/contract/portal/subscriptions'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'

/** A customer’s wish in the words of the seller, whose settings decide how it is billed. */
export function changeMeant({
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
