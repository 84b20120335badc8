import { formatDay } from '../../lib/format.ts'
import { dayOf } from '../../ui/calendar-days.ts'
import type { Happened } from './clock-query.ts'

/** What happened, one and several of it. */
const words: Readonly<Record<string, readonly [one: string, more: string]>> = {
  'subscription.created': ['subscription created', 'subscriptions created'],
  'subscription.active': ['subscription became active', 'subscriptions became active'],
  'subscription.canceled': ['subscription canceled', 'subscriptions canceled'],
  'subscription.revoked': ['subscription lost its benefits', 'subscriptions lost their benefits'],
  'subscription.updated': ['change of a subscription', 'changes of subscriptions'],
  'order.created': ['order placed', 'orders placed'],
  'order.paid': ['order paid', 'orders paid'],
  'payment.failed': ['payment failed', 'payments failed'],
  'checkout.expired': ['checkout expired', 'checkouts expired'],
}

/** They only say that one of the others happened. */
const echoes: ReadonlySet<string> = new Set([
  'payment.succeeded',
  'order.updated',
  'customer.updated',
  'customer.state_changed',
  'checkout.updated',
])

const isWorthTelling = ({ what }: Happened): boolean => !echoes.has(what)

/** “3 orders paid”. */
export function happenedWords(what: string, count: number): string {
  const [one, more] = words[what] ?? namedWords(what)
  return `${count.toLocaleString()} ${count === 1 ? one : more}`
}

/** What has no words of its own is called as webhooks call it. */
const namedWords = (what: string): [string, string] => [`× ${what}`, `× ${what}`]

/** All of a journey in a line: “12 orders paid, 1 payment failed”. */
export function summaryOf(happened: readonly Happened[]): string {
  const counts = new Map<string, number>()
  for (const { what, count } of happened.filter(isWorthTelling)) {
    counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const parts = [...counts].map(([what, count]) => happenedWords(what, count))
  return parts.length === 0 ? 'Nothing fell due on the way.' : `${parts.join(', ')}.`
}

interface DayOfJourney {
  day: string
  lines: readonly string[]
}

/** Day by day, in the order of time; what was the same on a day is told once. */
export function daysOf(happened: readonly Happened[]): DayOfJourney[] {
  const days = new Map<string, { at: Date; counts: Map<string, number> }>()
  for (const { at, what, count } of happened.filter(isWorthTelling)) {
    const day = days.get(dayOf(at)) ?? { at, counts: new Map<string, number>() }
    day.counts.set(what, (day.counts.get(what) ?? 0) + count)
    days.set(dayOf(at), day)
  }
  return [...days.values()].map(({ at, counts }) => ({
    day: formatDay(at),
    lines: [...counts].map(([what, count]) => happenedWords(what, count)),
  }))
}
