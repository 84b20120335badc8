import { formatCount, formatDay } from '#/lib/format.ts'
import { dayOf } from '#/ui/calendar-days.ts'
import { type Happened, periodEndsMax } from './period-ends-query.ts'

/** The number of events as text, singular and plural. */
const labels: Readonly<Record<string, readonly [one: string, more: string]>> = {
  'subscription.created': ['subscription created', 'subscriptions created'],
  'subscription.active': ['subscription became active', 'subscriptions became active'],
  'subscription.canceled': ['subscription canceled', 'subscriptions canceled'],
  'subscription.revoked': ['subscription lost its benefits', 'subscriptions lost their benefits'],
  'subscription.updated': ['subscription changed', 'subscriptions changed'],
  'order.created': ['order placed', 'orders placed'],
  'order.paid': ['order paid', 'orders paid'],
  'payment.failed': ['payment failed', 'payments failed'],
  'checkout.expired': ['checkout expired', 'checkouts expired'],
}

/** Events that only accompany others. */
const accompanyingEvents: ReadonlySet<string> = new Set([
  'payment.succeeded',
  'order.updated',
  'customer.updated',
  'customer.state_changed',
  'checkout.updated',
])

const isRelevant = ({ what }: Happened): boolean => !accompanyingEvents.has(what)

/** “3 orders paid”. */
export function happenedText(what: string, count: number): string {
  const [one, more] = labels[what] ?? namedText(what)
  return `${formatCount(count)} ${count === 1 ? one : more}`
}

/** Other events are shown by their webhook names. */
const namedText = (what: string): [string, string] => [`× ${what}`, `× ${what}`]

/** A summary of an advance: “12 orders paid, 1 payment failed”. */
export function summaryOf(happened: readonly Happened[]): string {
  const counts = new Map<string, number>()
  for (const { what, count } of happened.filter(isRelevant)) {
    counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const parts = [...counts].map(([what, count]) => happenedText(what, count))
  return parts.length === 0 ? 'Nothing was due.' : `${parts.join(', ')}.`
}

interface AdvanceDay {
  day: string
  lines: readonly string[]
}

/** Grouped by day in order; equal events of a day are counted. */
export function daysOf(happened: readonly Happened[]): AdvanceDay[] {
  const days = new Map<string, { at: Date; counts: Map<string, number> }>()
  for (const { at, what, count } of happened.filter(isRelevant)) {
    const day = days.get(dayOf(at)) ?? { at, counts: new Map<string, number>() }
    day.counts.set(what, (day.counts.get(what) ?? 0) + count)
    days.set(dayOf(at), day)
  }
  return [...days.values()].map(({ at, counts }) => ({
    day: formatDay(at),
    lines: [...counts].map(([what, count]) => happenedText(what, count)),
  }))
}

/** What is due until then, as far as subscriptions say it. */
export function endingsText(periodEnds: readonly Date[], until: Date): string {
  const count = periodEnds.filter((end) => end <= until).length
  if (count === 0) return 'No subscription’s period ends until then.'
  if (count === 1) return 'Until then, the period of one subscription ends.'
  const many = count === periodEndsMax ? `${count} or more` : `${count}`
  return `Until then, the periods of ${many} subscriptions end.`
}
