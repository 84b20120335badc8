import { setTimeout as sleep } from 'node:timers/promises'
import { doctor } from '../../packages/server/src/app/doctor.ts'
import { lineOf } from '../../packages/server/src/app/findings.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import type { WebhookReceiver } from '../../packages/server/test/webhook-receiver.ts'
import { publicUrl, secret } from '../constants.ts'
import { granted } from './benefits.ts'
import type { Parts } from './parts.ts'
import { keptPurchases, paidOrders } from './purchases.ts'
import { renewed } from './renewals.ts'
import { keptEvents } from './usage.ts'
import type { Done } from './work.ts'

export interface Found {
  readonly counts: Readonly<Record<string, number>>
  /** A sentence for each thing that is wrong. */
  readonly faults: readonly string[]
}

type Installation = Pick<Parts, 'urls' | 'settings'> & { readonly crashed: readonly string[] }

interface Survived {
  readonly receiver: WebhookReceiver
  readonly done: Done
}

/** Waits until everything is done, and compares it with what was acknowledged. */
export async function findFaults(
  installation: Installation,
  { receiver, done }: Survived,
): Promise<Found> {
  const { ownerUrl } = installation.urls
  const left = await finished(ownerUrl)
  const purchases = await keptPurchases(ownerUrl, done.shop, done.checkouts)
  const benefits = await granted(ownerUrl, done.shop)
  const events = await keptEvents(ownerUrl, done.metered, done.events)
  const subscriptions = await renewed(ownerUrl, done.plan)
  const webhooks = await keptWebhooks(ownerUrl, done, receiver)
  return {
    counts: {
      'purchases acknowledged': done.checkouts.length,
      'events acknowledged': done.events.length,
      'subscriptions renewed': subscriptions.subscriptions,
      'webhooks received': receiver.received.length,
      'webhooks sent again after a kill': webhooks.again,
    },
    faults: [
      ...installation.crashed.map((name) => `${name} ended by itself`),
      ...left,
      ...several({
        'purchases lost': purchases.lost,
        'checkouts charged twice': purchases['charged twice'],
        'checkouts ordered twice': purchases['ordered twice'],
        'purchases without their benefit': benefits['not granted'],
        'customers whose last announced state lacks their benefit': benefits.unannounced,
        'events lost': events.lost,
        'events stored that nobody sent, or twice': events.stored - done.events.length,
        'events counted that are not stored, or twice': events.counted - events.stored,
        'subscriptions not renewed': subscriptions['not renewed'],
        'subscriptions renewed twice': subscriptions['renewed twice'],
        'webhooks lost': webhooks.lost,
        'events with two webhooks': webhooks.twice,
      }),
      ...(await books(installation)),
    ],
  }
}

const several = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]))

/** What a process claimed while it couldn’t show that it lives continues five minutes later. */
const settleMillisecondsMax = 8 * 60_000
const lookMilliseconds = 200

/** Each asked for itself: what a cluster keeps in different places it can't count in one statement. */
const unfinished = {
  'events to dispatch': 'select count(*)::int from outbox',
  jobs: `select count(*)::int from graphile_worker.jobs
          where run_at <= clock_timestamp() and attempts < max_attempts`,
  payments: `select count(*)::int from payment where status not in ('succeeded', 'failed')`,
  'due subscriptions': `select count(*)::int from subscription where due_at <= now()`,
}

/** Says what remains when it takes too long. */
async function finished(ownerUrl: string): Promise<string[]> {
  const endsAt = performance.now() + settleMillisecondsMax
  for (;;) {
    const counts: Record<string, number> = {}
    for (const [what, query] of Object.entries(unfinished)) {
      const [row] = await runOn<{ count: number }>(ownerUrl, query)
      counts[what] = row?.count ?? Number.NaN
    }
    const left = several(counts)
    if (left.length === 0 || performance.now() > endsAt) return left.map((what) => `${what} left`)
    await sleep(lookMilliseconds)
  }
}

interface KeptWebhooks {
  readonly lost: number
  /** The same webhook several times, which its receiver recognizes. */
  readonly again: number
  /** The same event in several webhooks, which nobody can recognize. */
  readonly twice: number
}

async function keptWebhooks(
  ownerUrl: string,
  { shop }: Done,
  receiver: WebhookReceiver,
): Promise<KeptWebhooks> {
  const orders = await paidOrders(ownerUrl, shop)
  const idsOf = () => {
    const ids = new Map<string, Set<string>>()
    for (const { id, data } of receiver.received) {
      const order = String(data['id'])
      ids.set(order, (ids.get(order) ?? new Set()).add(id))
    }
    return ids
  }
  const missing = () => {
    const ids = idsOf()
    return orders.filter(({ id }) => !ids.has(id)).length
  }
  const endsAt = performance.now() + settleMillisecondsMax
  while (missing() > 0 && performance.now() < endsAt) await sleep(lookMilliseconds)
  const found = [...idsOf().values()]
  const distinct = found.reduce((sum, ids) => sum + ids.size, 0)
  return {
    lost: missing(),
    again: receiver.received.length - distinct,
    twice: found.filter((ids) => ids.size > 1).length,
  }
}

/** What the doctor finds wrong. */
async function books({ urls, settings }: Installation): Promise<string[]> {
  const config = readConfig({
    GUILDHALL_URL: publicUrl,
    GUILDHALL_SECRET: secret,
    DATABASE_URL: urls.appUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    ...settings,
  })
  if ('faults' in config) return [...config.faults]
  const findings = await doctor(config, new URL('../../packages/server/', import.meta.url))
  return findings.filter(({ state }) => state === 'wrong').map(lineOf)
}
