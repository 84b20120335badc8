import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { formatDay } from '#/lib/format.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { refusalMessages } from './change-refusals.ts'

/** Reverts a cancellation before the period ends. */
export function KeepDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const change = useChange()
  const toast = useToast()
  const { id, currentPeriodEnd, renewalsPausedAt } = subscription
  const keep = async () => {
    const body = { cancelAtPeriodEnd: false }
    await change(() => api.call(updateSubscription, { params: { id }, body }))
    toast({ title: 'Subscription resumed' })
  }
  return (
    <ConfirmDialog
      open
      title="Resume subscription?"
      effects={[
        renewalsPausedAt !== null
          ? 'It renews once renewals are no longer paused: a payment is disputed.'
          : currentPeriodEnd === null
            ? 'It renews as before.'
            : `It renews on ${formatDay(currentPeriodEnd)}, and the card is charged on that day.`,
        'The cancellation reason is deleted.',
      ]}
      confirm="Resume"
      messages={refusalMessages}
      onConfirm={keep}
      onOpenChange={onClose}
    />
  )
}
