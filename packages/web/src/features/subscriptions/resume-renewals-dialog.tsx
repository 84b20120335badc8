import { resumeRenewals } from '@guildhall/contract/subscriptions/subscriptions'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { formatDay } from '#/lib/format.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { refusalMessages } from './change-refusals.ts'

/** Trusts the card again although a payment of it is disputed. */
export function ResumeRenewalsDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const change = useChange()
  const toast = useToast()
  const { id, status, currentPeriodEnd } = subscription
  const resume = async () => {
    await change(() => api.call(resumeRenewals, { params: { id } }))
    toast({ title: 'Renewals resumed' })
  }
  return (
    <ConfirmDialog
      open
      title="Resume renewals?"
      effects={[
        status === 'unpaid' || currentPeriodEnd === null
          ? 'A new period starts, and the card is charged now.'
          : `It renews on ${formatDay(currentPeriodEnd)}, and the card is charged on that day.`,
        'The customer may dispute the next payment as well. Another dispute pauses the renewals again.',
      ]}
      confirm="Resume"
      messages={refusalMessages}
      onConfirm={resume}
      onOpenChange={onClose}
    />
  )
}
