import {
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from '@guildhall/contract/webhooks/endpoints'
import type { ReactNode } from 'react'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName, hasMissed, missedText } from './endpoint-text.ts'

/** The props of every dialog about an endpoint; open while rendered. */
export interface EndpointDialogProps {
  endpoint: WebhookEndpoint
  onClose: () => void
  /** Navigates away from the endpoint’s own page before it is deleted. */
  leave: () => Promise<void>
}

export function EnableDialog({ endpoint, onClose }: EndpointDialogProps) {
  const { health } = endpoint
  const name = endpointName(endpoint)
  return (
    <Question
      title={`Enable ${name}?`}
      effects={[
        hasMissed(health)
          ? `Missed events are sent immediately: ${missedText(health)}.`
          : 'It has no missed events.',
        'Events about the same object are sent in order.',
        'If it fails again, events are kept and it is suspended again.',
      ]}
      confirm="Enable"
      act={() => switchTo(endpoint, true)}
      message={`${name} enabled`}
      onClose={onClose}
    />
  )
}

export function DisableDialog({ endpoint, onClose }: EndpointDialogProps) {
  const name = endpointName(endpoint)
  return (
    <Question
      title={`Disable ${name}?`}
      effects={[
        'No more events are sent, and failed events are not retried.',
        'Missed events are sent when it is enabled again.',
        'Events older than 90 days are not sent.',
      ]}
      confirm="Disable"
      act={() => switchTo(endpoint, false)}
      message={`${name} disabled`}
      onClose={onClose}
    />
  )
}

export function DeleteEndpointDialog({ endpoint, leave, onClose }: EndpointDialogProps) {
  const name = endpointName(endpoint)
  const { health } = endpoint
  return (
    <Question
      destructive
      title={`Delete ${name}?`}
      effects={[
        'No more events are sent.',
        hasMissed(health)
          ? `Its log is deleted, together with ${missedText(health)} not delivered yet.`
          : 'Its log of deliveries and responses is deleted.',
        'This can’t be undone. A new endpoint only receives new events.',
      ]}
      confirm="Delete endpoint"
      act={async () => {
        await api.call(deleteWebhookEndpoint, { params: { id: endpoint.id } })
        // Navigates away first: refetching the deleted endpoint would fail.
        await leave()
      }}
      message={`${name} deleted`}
      onClose={onClose}
    />
  )
}

async function switchTo({ id }: WebhookEndpoint, enabled: boolean): Promise<void> {
  await api.call(updateWebhookEndpoint, { params: { id }, body: { enabled } })
}

interface QuestionProps {
  title: string
  effects: readonly ReactNode[]
  confirm: string
  destructive?: boolean
  act: () => Promise<void>
  message: string
  onClose: () => void
}

function Question({ act, message, onClose, ...texts }: QuestionProps) {
  const change = useChange()
  const toast = useToast()
  const confirm = async () => {
    await change(act)
    toast({ title: message })
  }
  return (
    <ConfirmDialog open {...texts} messages={refusals} onConfirm={confirm} onOpenChange={onClose} />
  )
}

const refusals: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can change webhook endpoints.',
  ResourceNotFound: 'This endpoint was already deleted.',
}
