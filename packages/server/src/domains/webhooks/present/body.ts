import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'
import { chatMessageOf } from './chat-message.ts'
import { discordMessage } from './discord.ts'
import { slackMessage } from './slack.ts'

interface SentEvent {
  readonly name: string
  readonly object: { readonly type: string }
  readonly organizationTime: Date
  readonly payload: EventData
}

type EventData = Readonly<Record<string, unknown>>

/** By type of object: adds to the data what the event log must not keep, secrets above all. */
export type Completions = Readonly<Record<string, (data: EventData) => EventData>>

/** What receivers get and what is signed. The same event always gives the same bytes. */
export function buildBody(
  { name, object, organizationTime, payload }: SentEvent,
  completions: Completions,
): string {
  const complete = completions[object.type]
  const data = complete === undefined ? payload : complete(payload)
  return JSON.stringify({ type: name, timestamp: organizationTime.toISOString(), data })
}

/** Null where the format has no message for this event: then nothing is sent. */
export function bodyInFormat(format: WebhookFormat, body: string): string | null {
  if (format === 'raw') return body
  const message = chatMessageOf(body)
  if (message === null) return null
  return JSON.stringify(format === 'discord' ? discordMessage(message) : slackMessage(message))
}
