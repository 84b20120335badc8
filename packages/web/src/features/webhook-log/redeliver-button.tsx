import { redeliverWebhookEvent } from '@guildhall/contract/webhooks/messages'
import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { mayIn } from '../../lib/roles.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Delivery } from './log-queries.ts'

interface RedeliverButtonProps {
  delivery: Delivery
  endpoint: WebhookEndpoint
}

/** Sends one event once more. */
export function RedeliverButton({ delivery, endpoint }: RedeliverButtonProps) {
  const { role } = useOrganization()
  const change = useChange()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'developers', 'write')) return null
  const send = async () => {
    try {
      const { id } = delivery
      const sent = await change(() => api.call(redeliverWebhookEvent, { params: { id } }))
      toast({
        title: sent.nextAttemptAt === null ? 'It leaves after an earlier event' : 'It leaves now',
      })
    } catch (error) {
      throw new Error(failureWords(error), { cause: error })
    }
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <RotateCw aria-hidden="true" /> Send again
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={`Send ${delivery.type} again?`}
        effects={[
          <>
            It goes to <span className="wrap-anywhere">{endpoint.url}</span>, with the payload that
            it had.
          </>,
          'Its webhook-id stays the same, so that a handler can tell that it has had it before.',
          'Earlier events of the same object that wait go first.',
        ]}
        confirm="Send again"
        onConfirm={send}
        onOpenChange={setOpen}
      />
    </>
  )
}
