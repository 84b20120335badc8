import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'
import type { WebhookEventType } from '@guildhall/contract/webhooks/webhook-events'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { emptySecretDraft, type SecretDraft, secretOf } from './secret-draft.ts'

/** As typed; omitted values are empty. The secret is sent on creation only. */
export interface EndpointDraft extends SecretDraft {
  url: string
  format: WebhookFormat
  name: string
  events: WebhookEventType[]
}

export function draftOf(existing: WebhookEndpoint | null): EndpointDraft {
  return {
    url: existing?.url ?? '',
    format: existing?.format ?? 'raw',
    name: existing?.name ?? '',
    events: [...(existing?.events ?? [])],
    ...emptySecretDraft,
  }
}

/** The body of an update. */
export function changesOf({ url, format, name, events }: EndpointDraft) {
  return { url: url.trim(), format, name: name.trim() || null, events }
}

/** The body of a creation. */
export function endpointOf(draft: EndpointDraft) {
  // Chat channels don’t verify signatures.
  return { ...changesOf(draft), ...(draft.format === 'raw' && secretOf(draft)) }
}

const formatOfHost: readonly (readonly [host: string, format: WebhookFormat])[] = [
  ['discord.com', 'discord'],
  ['discordapp.com', 'discord'],
  ['hooks.slack.com', 'slack'],
  ['hooks.slack-gov.com', 'slack'],
]

/** The format of an endpoint, detected from its host. */
export function formatFor(url: string): WebhookFormat {
  const address = url.trim()
  if (!URL.canParse(address)) return 'raw'
  const { hostname } = new URL(address)
  const known = formatOfHost.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))
  return known?.[1] ?? 'raw'
}
