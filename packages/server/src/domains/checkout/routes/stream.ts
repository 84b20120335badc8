import { Readable } from 'node:stream'
import * as contract from '@guildhall/contract/checkout/buyers'
import type { Logger } from 'pino'
import { Problem } from '../../../kernel/refusal.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { findOrdersOf } from '../../orders/index.ts'
import { withExpiry } from '../actions/expire-checkout.ts'
import { lookAfterCard } from '../actions/look-after-card.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import type { CheckoutWatch } from '../actions/watch-checkouts.ts'
import { checkoutLifecycle } from '../rules/lifecycle.ts'
import { type CheckoutKey, type CheckoutRow, findCheckoutIn } from '../store/checkouts.ts'

const heartbeatMilliseconds = 15_000
/** Whoever is still interested comes again by themselves. */
const longestMilliseconds = 900_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that collect what comes in pieces would hold the news back.
  'x-accel-buffering': 'no',
}

/** Tells a buyer’s page what becomes of the checkout, as server-sent events. */
export const streamRoute = (parts: CheckoutParts, watch: CheckoutWatch): EndpointRoute =>
  serve(contract.streamBuyersCheckout, async ({ caller, method, log }) => {
    const { row } = await withExpiry(parts, caller)
    if (method === 'HEAD') return directAnswer(200, headers, null)
    const stream = new Readable({ read: () => undefined })
    const lookAfter = cardWatch(parts, stream, { row, log })
    const tell = (status: string) => {
      if (status === 'confirmed') lookAfter()
      tellStatus(parts, stream, { row, status }).catch((err: unknown) => {
        log.warn({ err }, 'the end of a checkout could not be told')
        end(stream)
      })
    }
    const { status } = row
    const unwatch = watch.watch({ key: row, status, tell, end: () => end(stream) })
    if (unwatch === null) throw new Problem('checkout_stream_full', { retryAfterSeconds: 5 })
    keepAlive(stream, unwatch)
    tell(status)
    return directAnswer(200, headers, stream)
  })

/** Until it ends, or the page is gone. */
function keepAlive(stream: Readable, unwatch: () => void): void {
  const beat = setInterval(() => stream.push(':\n\n'), heartbeatMilliseconds)
  const last = setTimeout(() => end(stream), longestMilliseconds)
  stream.once('close', () => {
    clearInterval(beat)
    clearTimeout(last)
    unwatch()
  })
}

const cardMilliseconds = 2000

interface CardWatch {
  readonly row: CheckoutRow
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Processors don’t call about a card that is only kept: as long as somebody waits for what their
 * bank is told, it is asked for.
 */
function cardWatch(parts: CheckoutParts, stream: Readable, { row, log }: CardWatch): () => void {
  let timer: NodeJS.Timeout | null = null
  const { kysely } = parts.workshop.database
  const look = async () => {
    const found = await findCheckoutIn(kysely, [row.organizationId], row.id)
    const goesOn = found !== undefined && (await lookAfterCard(parts, found.row))
    if (goesOn && !isOver(stream)) lookLater()
  }
  const lookLater = () => {
    timer = setTimeout(() => {
      look().catch((err: unknown) => log.warn({ err }, 'a card could not be looked after'))
    }, cardMilliseconds)
  }
  stream.once('close', () => {
    if (timer !== null) clearTimeout(timer)
  })
  return lookLater
}

interface Told {
  readonly row: CheckoutRow
  readonly status: string
}

/** What ends a checkout ends the stream, after what came of it was told. */
async function tellStatus(
  { workshop }: CheckoutParts,
  stream: Readable,
  { row, status }: Told,
): Promise<void> {
  if (status === 'succeeded') {
    for (const { id, subscriptionId } of await ordersOf(workshop.database.reads, row)) {
      if (subscriptionId !== null) {
        send(stream, 'checkout.subscription_created', { subscription_id: subscriptionId })
      }
      send(stream, 'checkout.order_created', { order_id: id })
    }
  }
  send(stream, 'checkout.updated', { status })
  if (isEnd(status)) end(stream)
}

const ordersOf = (
  db: Parameters<typeof findOrdersOf>[0],
  { organizationId, id }: CheckoutKey,
): ReturnType<typeof findOrdersOf> => findOrdersOf(db, organizationId, { checkoutIds: [id] })

const ends: readonly string[] = checkoutLifecycle.ends
const isEnd = (status: string): boolean => ends.includes(status)

function send(stream: Readable, key: string, payload: JsonObject): void {
  if (!isOver(stream)) stream.push(`data: ${JSON.stringify({ key, payload })}\n\n`)
}

function end(stream: Readable): void {
  if (!isOver(stream)) stream.push(null)
}

const isOver = (stream: Readable): boolean => stream.readableEnded || stream.destroyed
