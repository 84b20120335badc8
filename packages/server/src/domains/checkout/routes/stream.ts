import { Readable } from 'node:stream'
import * as contract from '@guildhall/contract/checkout/buyers'
import { Problem } from '../../../kernel/refusal.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { findOrdersOf } from '../../orders/index.ts'
import { withExpiry } from '../actions/expire-checkout.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import type { CheckoutWatch } from '../actions/watch-checkouts.ts'
import { checkoutLifecycle } from '../rules/lifecycle.ts'
import type { CheckoutKey, CheckoutRow } from '../store/checkouts.ts'

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
    const tell = (status: string) => {
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

interface Told {
  readonly row: CheckoutRow
  readonly status: string
}

/** What ends a checkout ends the stream, after its order was told. */
async function tellStatus(
  { workshop }: CheckoutParts,
  stream: Readable,
  { row, status }: Told,
): Promise<void> {
  if (status === 'succeeded') {
    for (const id of await orderIds(workshop.database.reads, row)) {
      send(stream, 'checkout.order_created', { order_id: id })
    }
  }
  send(stream, 'checkout.updated', { status })
  if (isEnd(status)) end(stream)
}

async function orderIds(
  db: Parameters<typeof findOrdersOf>[0],
  { organizationId, id }: CheckoutKey,
): Promise<string[]> {
  const orders = await findOrdersOf(db, organizationId, { checkoutIds: [id] })
  return orders.map((order) => order.id)
}

const ends: readonly string[] = checkoutLifecycle.ends
const isEnd = (status: string): boolean => ends.includes(status)

function send(stream: Readable, key: string, payload: JsonObject): void {
  if (!isOver(stream)) stream.push(`data: ${JSON.stringify({ key, payload })}\n\n`)
}

function end(stream: Readable): void {
  if (!isOver(stream)) stream.push(null)
}

const isOver = (stream: Readable): boolean => stream.readableEnded || stream.destroyed
