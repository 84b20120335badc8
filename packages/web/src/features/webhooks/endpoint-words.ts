import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'
import { eventsWords } from '../../lib/events-words.ts'
import type { WebhookEndpoint } from './endpoint-queries.ts'

/** What to call it: as its owner does, else by where it is. */
export const endpointName = ({ name, url }: Pick<WebhookEndpoint, 'name' | 'url'>): string =>
  name ?? (URL.canParse(url) ? new URL(url).host : url)

export const formatNames: Readonly<Record<WebhookFormat, string>> = {
  raw: 'JSON',
  discord: 'Discord',
  slack: 'Slack',
}

/** What an endpoint answered last, where it answered. */
export const codeWords = (code: number | null): string =>
  code === null ? 'no answer' : `HTTP ${code}`

type Health = WebhookEndpoint['health']

export const hasMissed = ({ waiting, lag }: Health): boolean => waiting + lag > 0

/** The server counts no further. */
const countedMax = 10_000

/** “1,204”, “10,000+”. */
export const countWords = (count: number): string =>
  `${count.toLocaleString('en')}${count < countedMax ? '' : '+'}`

/** What an endpoint hasn’t got. */
export function missedWords({ waiting, lag }: Health): string {
  const isCounted = Math.max(waiting, lag) < countedMax
  return `${isCounted ? '' : 'at least '}${eventsWords(waiting + lag)}`
}
