import { attentionCountedMax, type Overview } from '@guildhall/contract/overview/overview'
import { formatCount } from '#/lib/format.ts'

export type Attention = Overview['attention']
export type AttentionKind = keyof Attention
export type ItemOf<K extends AttentionKind> = NonNullable<Attention[K]>['items'][number]

/** The most urgent first: what loses money, then what stands still, then what only ends. */
export const attentionKinds = [
  'overduePayments',
  'disputes',
  'webhookEndpoints',
  'failedGrants',
  'pausedRenewals',
  'invoicesWithoutNumber',
  'endingSubscriptions',
  'stoppedTopUps',
] as const satisfies readonly AttentionKind[]

/** Everything that waits, also what isn’t shown. */
export const waitingCount = (attention: Attention): number =>
  attentionKinds.reduce((sum, kind) => sum + (attention[kind]?.total ?? 0), 0)

/** “1,000+” where the server stopped counting. */
export const countText = (total: number): string =>
  `${formatCount(total)}${total < attentionCountedMax ? '' : '+'}`

/** What is waiting besides what is shown; null for nothing. */
export function moreText(kind: AttentionKind, attention: Attention): string | null {
  const part = attention[kind]
  if (part === null) return null
  const rest = part.total - shownOf(kind, attention)
  if (rest <= 0) return null
  const [one, many] = nouns[kind]
  return `${countText(part.total)} ${part.total === 1 ? one : many}`
}

/** Grants are shown by benefit. */
function shownOf(kind: AttentionKind, attention: Attention): number {
  if (kind !== 'failedGrants') return attention[kind]?.items.length ?? 0
  const benefits = attention.failedGrants?.items ?? []
  return benefits.reduce((sum, { failedCount }) => sum + failedCount, 0)
}

const nouns: Readonly<Record<AttentionKind, readonly [string, string]>> = {
  overduePayments: ['overdue payment', 'overdue payments'],
  disputes: ['dispute to answer', 'disputes to answer'],
  webhookEndpoints: ['failing endpoint', 'failing endpoints'],
  failedGrants: ['failed grant', 'failed grants'],
  pausedRenewals: ['paused renewal', 'paused renewals'],
  invoicesWithoutNumber: ['order without a number', 'orders without a number'],
  endingSubscriptions: ['subscription that ends soon', 'subscriptions that end soon'],
  stoppedTopUps: ['stopped top-up', 'stopped top-ups'],
}

interface Named {
  name: string | null
  url: string
}

/** Its name, else the host. */
export const endpointName = ({ name, url }: Named): string =>
  name ?? (URL.canParse(url) ? new URL(url).host : url)
