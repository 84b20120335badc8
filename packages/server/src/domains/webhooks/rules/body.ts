import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'
import { newsIn } from './chat-news.ts'
import { discordMessage } from './discord.ts'
import { slackMessage } from './slack.ts'

/** As much of a logged event as is told. */
interface Told {
  readonly name: string
  readonly object: { readonly type: string }
  readonly organizationTime: Date
  readonly payload: EventData
}

type EventData = Readonly<Record<string, unknown>>

/** By type of object: puts back what the log of what happened must not keep. */
export type Completions = Readonly<Record<string, (data: EventData) => EventData>>

/** What receivers get, and what is signed: for an event it's always the same, byte for byte. */
export function buildBody(
  { name, object, organizationTime, payload }: Told,
  completions: Completions,
): string {
  const complete = completions[object.type]
  const data = complete === undefined ? payload : complete(payload)
  return JSON.stringify({ type: name, timestamp: organizationTime.toISOString(), data })
}

/** Null where the format has no words for this event: nothing is sent then. */
export function bodyInFormat(format: WebhookFormat, body: string): string | null {
  if (format === 'raw') return body
  const news = newsIn(body)
  if (news === null) return null
  return JSON.stringify(format === 'discord' ? discordMessage(news) : slackMessage(news))
}
