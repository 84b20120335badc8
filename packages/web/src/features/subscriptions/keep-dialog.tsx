import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { api } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { formatDay } from '../../lib/format.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { refusalWords } from './change-refusals.ts'

/** Takes a cancellation back, as long as the period lasts. */
export function KeepDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const change = useChange()
  const toast = useToast()
  const { id, currentPeriodEnd } = subscription
  const keep = async () => {
    const body = { cancelAtPeriodEnd: false }
    try {
      await change(() => api.call(updateSubscription, { params: { id }, body }))
    } catch (error) {
      throw new Error(failureWords(error, refusalWords), { cause: error })
    }
    toast({ title: 'The subscription goes on' })
  }
  return (
    <ConfirmDialog
      open
      title="Keep this subscription?"
      effects={[
        currentPeriodEnd === null
          ? 'It renews as before.'
          : `It renews on ${formatDay(currentPeriodEnd)}, and the card is charged then.`,
        'Why it was to end is forgotten.',
      ]}
      confirm="Keep it going"
      onConfirm={keep}
      onOpenChange={onClose}
    />
  )
}
