import type { WebhookEventType } from '@guildhall/contract/webhooks/events'
import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { emptySecretDraft, type SecretDraft, secretOf } from './secret-draft.ts'

/** As it's typed: what isn't said is empty. The secret counts only where an endpoint is made. */
export interface EndpointDraft extends SecretDraft {
  url: string
  format: WebhookFormat
  name: string
  events: WebhookEventType[]
}

export function draftOf(kept: WebhookEndpoint | null): EndpointDraft {
  return {
    url: kept?.url ?? '',
    format: kept?.format ?? 'raw',
    name: kept?.name ?? '',
    events: [...(kept?.events ?? [])],
    ...emptySecretDraft,
  }
}

/** What is sent of a changed one. */
export function changesOf({ url, format, name, events }: EndpointDraft) {
  return { url: url.trim(), format, name: name.trim() || null, events }
}

/** What is sent of a new one. */
export function endpointOf(draft: EndpointDraft) {
  // A channel of people checks no signatures.
  return { ...changesOf(draft), ...(draft.format === 'raw' && secretOf(draft)) }
}

const formatOfHost: readonly (readonly [host: string, format: WebhookFormat])[] = [
  ['discord.com', 'discord'],
  ['discordapp.com', 'discord'],
  ['hooks.slack.com', 'slack'],
  ['hooks.slack-gov.com', 'slack'],
]

/** What listens at an address, as its host tells. */
export function formatFor(url: string): WebhookFormat {
  const address = url.trim()
  if (!URL.canParse(address)) return 'raw'
  const { hostname } = new URL(address)
  const known = formatOfHost.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))
  return known?.[1] ?? 'raw'
}

const urlLengthMax = 2083

/** Why nothing can be sent there, or null. A handler that is being built may be on one’s own machine. */
export function urlMistake(text: string): string | null {
  const address = text.trim()
  if (address === '') return 'Enter the address that listens.'
  if (address.length > urlLengthMax) return `Use at most ${urlLengthMax} characters.`
  const isAddress = /^https?:\/\/[^\s/?#]+\S*$/i.test(address) && URL.canParse(address)
  return isAddress ? null : 'Enter an address that begins with https://'
}

const nameLengthMax = 100

export const nameMistake = (name: string): string | null =>
  name.trim().length > nameLengthMax ? `Use at most ${nameLengthMax} characters.` : null
