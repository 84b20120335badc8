import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'
import { eventsText } from '#/entities/webhook/events-text.ts'
import { formatCount } from '#/lib/format.ts'
import type { WebhookEndpoint } from './endpoint-queries.ts'

/** The display name: its name, else the host. */
export const endpointName = ({ name, url }: Pick<WebhookEndpoint, 'name' | 'url'>): string =>
  name ?? (URL.canParse(url) ? new URL(url).host : url)

export const formatNames: Readonly<Record<WebhookFormat, string>> = {
  raw: 'JSON',
  discord: 'Discord',
  slack: 'Slack',
}

/** The last response in short. */
export const codeText = (code: number | null): string =>
  code === null ? 'no response' : `HTTP ${code}`

type Health = WebhookEndpoint['health']

export const hasMissed = ({ waiting, lag }: Health): boolean => waiting + lag > 0

/** The server’s counting limit. */
const countedMax = 10_000

/** “1,204”, “10,000+”. */
export const countText = (count: number): string =>
  `${formatCount(count)}${count < countedMax ? '' : '+'}`

/** The number of events that the endpoint has not received. */
export function missedText({ waiting, lag }: Health): string {
  const isCounted = Math.max(waiting, lag) < countedMax
  return `${isCounted ? '' : 'at least '}${eventsText(waiting + lag)}`
}
