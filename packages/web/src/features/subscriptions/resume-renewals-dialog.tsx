import { resumeRenewals } from '@guildhall/contract/subscriptions/subscriptions'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { formatDay } from '#/lib/format.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { refusalMessages } from './change-refusals.ts'
import type { Subscription } from './subscription-queries.ts'

/** Trusts the card again although a payment of it is disputed. */
export function ResumeRenewalsDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const change = useChange()
  const toast = useToast()
  const { id } = subscription
  const resume = async () => {
    await change(() => api.call(resumeRenewals, { params: { id } }))
    toast({ title: 'Renewals resumed' })
  }
  return (
    <ConfirmDialog
      open
      title="Resume renewals?"
      effects={[
        consequence(subscription),
        'The customer may dispute the next payment as well. Another dispute pauses the renewals again.',
      ]}
      confirm="Resume"
      messages={refusalMessages}
      onConfirm={resume}
      onOpenChange={onClose}
    />
  )
}

function consequence({ status, currentPeriodEnd, pastDueAt }: Subscription): string {
  if (pastDueAt !== null && status === 'past_due') return 'The overdue payment is retried.'
  if (pastDueAt !== null) return 'A new period starts once the customer has paid what is overdue.'
  return status === 'unpaid' || currentPeriodEnd === null
    ? 'A new period starts, and the card is charged now.'
    : `It renews on ${formatDay(currentPeriodEnd)}, and the card is charged on that day.`
}
