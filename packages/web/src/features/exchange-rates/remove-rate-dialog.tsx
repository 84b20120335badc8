import { deleteExchangeRate } from '@guildhall/contract/metrics/exchange-rates'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { ExchangeRate } from './rate-queries.ts'
import { rateName } from './rate-text.ts'

interface RemoveRateDialogProps {
  rate: ExchangeRate
  onRemoved: () => void
  onClose: () => void
}

export function RemoveRateDialog({ rate, onRemoved, onClose }: RemoveRateDialogProps) {
  const change = useChange()
  const remove = async () => {
    await change(() => api.call(deleteExchangeRate, { params: { id: rate.id } }))
    onRemoved()
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove the rate of ${rateName(rate)}?`}
      effects={[
        'The previous rate applies from that day on, and the figures of those days change.',
        `Without an earlier rate, ${rate.currency.toUpperCase()} may no longer be included.`,
      ]}
      confirm="Remove"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can change exchange rates.',
  ResourceNotFound: 'This rate was already removed.',
}
