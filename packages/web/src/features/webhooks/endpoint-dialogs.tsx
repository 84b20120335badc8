import {
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from '@guildhall/contract/webhooks/endpoints'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName, hasMissed, missedWords } from './endpoint-words.ts'

/** What every question about an endpoint is given; it’s open as long as it’s rendered. */
export interface EndpointDialogProps {
  endpoint: WebhookEndpoint
  onClose: () => void
  /** Away from a page that is about the endpoint alone, before it’s gone. */
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
          ? `What it missed is sent at once: ${missedWords(health)}.`
          : 'It has missed nothing.',
        'What is about the same object comes in its order.',
        'Where it fails again, all is kept, and it comes to rest once more.',
      ]}
      confirm="Enable"
      act={() => switchTo(endpoint, true)}
      news={`${name} is enabled`}
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
        'Nothing is sent there any more, and what failed isn’t tried again.',
        'Nothing is lost: once it’s enabled, it gets what it missed.',
        'What is older than 90 days then isn’t sent any more.',
      ]}
      confirm="Disable"
      act={() => switchTo(endpoint, false)}
      news={`${name} is disabled`}
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
        'Nothing is sent there any more.',
        hasMissed(health)
          ? `Its log goes along, and so do ${missedWords(health)} that it hasn’t got.`
          : 'Its log goes along: what was sent, and what was answered.',
        'This can’t be taken back: another endpoint begins with what happens then.',
      ]}
      confirm="Delete endpoint"
      act={async () => {
        await api.call(deleteWebhookEndpoint, { params: { id: endpoint.id } })
        // Away from here first: what is asked anew would be about nothing.
        await leave()
      }}
      news={`${name} is deleted`}
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
  news: string
  onClose: () => void
}

function Question({ act, news, onClose, ...words }: QuestionProps) {
  const change = useChange()
  const toast = useToast()
  const confirm = async () => {
    try {
      await change(act)
    } catch (error) {
      throw new Error(failureWords(error, refusals), { cause: error })
    }
    toast({ title: news })
  }
  return <ConfirmDialog open {...words} onConfirm={confirm} onOpenChange={onClose} />
}

const refusals: Words = {
  NotPermitted: 'Your role changed: only owners and admins change webhook endpoints.',
  ResourceNotFound: 'This endpoint is no longer here. Somebody else was quicker.',
}
