import { redeliverWebhookEvent } from '@guildhall/contract/webhooks/messages'
import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Delivery } from './log-queries.ts'

interface RedeliverButtonProps {
  delivery: Delivery
  endpoint: WebhookEndpoint
}

/** Sends the event again. */
export function RedeliverButton({ delivery, endpoint }: RedeliverButtonProps) {
  const { role } = useOrganization()
  const change = useChange()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'developers', 'write')) return null
  const send = async () => {
    const { id } = delivery
    const sent = await change(() => api.call(redeliverWebhookEvent, { params: { id } }))
    toast({
      title: sent.nextAttemptAt === null ? 'Queued after an earlier event' : 'Resending now',
    })
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <RotateCw aria-hidden="true" /> Resend
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={`Resend ${delivery.type}?`}
        effects={[
          <>
            It is sent to <span className="wrap-anywhere">{endpoint.url}</span> with its original
            payload.
          </>,
          'Its webhook-id stays the same, so handlers can detect duplicates.',
          'Earlier waiting events of the same object are sent first.',
        ]}
        confirm="Resend"
        onConfirm={send}
        onOpenChange={setOpen}
      />
    </>
  )
}
