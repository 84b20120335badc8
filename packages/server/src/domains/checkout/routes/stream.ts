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
import { listTaken } from '../store/taken.ts'

const heartbeatMilliseconds = 15_000
/** Whoever is still interested comes again by themselves. */
const longestMilliseconds = 900_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that collect what comes in pieces would hold the news back.
  'x-accel-buffering': 'no',
}

/** What a page is told, one thing after the other. */
interface Line {
  readonly stream: Readable
  readonly send: (key: string, payload: JsonObject) => void
  readonly end: () => void
  readonly isOver: () => boolean
  /** As soon as all before has been told. */
  readonly afterwards: (tell: () => Promise<void> | void) => void
}

function openLine(log: Pick<Logger, 'warn'>): Line {
  const stream = new Readable({ read: () => undefined })
  let isEnded = false
  let told: Promise<void> = Promise.resolve()
  const isOver = () => isEnded || stream.destroyed
  const end = () => {
    if (!isOver()) stream.push(null)
    isEnded = true
  }
  return {
    stream,
    send: (key, payload) => {
      if (!isOver()) stream.push(`data: ${JSON.stringify({ key, payload })}\n\n`)
    },
    end,
    isOver,
    afterwards: (tell) => {
      told = told.then(tell).catch((err: unknown) => {
        log.warn({ err }, 'the end of a checkout could not be told')
        end()
      })
    },
  }
}

/** Tells a buyer’s page what becomes of the checkout, as server-sent events. */
export const streamRoute = (parts: CheckoutParts, watch: CheckoutWatch): EndpointRoute =>
  serve(contract.streamBuyersCheckout, async ({ caller, method, log }) => {
    const { row } = await withExpiry(parts, caller)
    if (method === 'HEAD') return directAnswer(200, headers, null)
    const line = openLine(log)
    const lookAfter = cardWatch(parts, line, { row, log })
    const tell = (status: string) => {
      if (status === 'confirmed') lookAfter()
      line.afterwards(() => tellStatus(parts, line, { row, status }))
    }
    const { status } = row
    const tellTaken = () => line.afterwards(() => endTaken(line))
    const unwatch = watch.watch({ key: row, status, tell, tellTaken, end: line.end })
    if (unwatch === null) throw new Problem('checkout_stream_full', { retryAfterSeconds: 5 })
    keepAlive(line, unwatch)
    tell(status)
    return directAnswer(200, headers, line.stream)
  })

/** Until it ends, or the page is gone. */
function keepAlive({ stream, end, isOver }: Line, unwatch: () => void): void {
  const beat = setInterval(() => isOver() || stream.push(':\n\n'), heartbeatMilliseconds)
  const last = setTimeout(end, longestMilliseconds)
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
function cardWatch(parts: CheckoutParts, line: Line, { row, log }: CardWatch): () => void {
  let timer: NodeJS.Timeout | null = null
  const { kysely } = parts.workshop.database
  const look = async () => {
    const found = await findCheckoutIn(kysely, [row.organizationId], row.id)
    const goesOn = found !== undefined && (await lookAfterCard(parts, found.row))
    if (goesOn && !line.isOver()) lookLater()
  }
  const lookLater = () => {
    timer = setTimeout(() => {
      look().catch((err: unknown) => log.warn({ err }, 'a card could not be looked after'))
    }, cardMilliseconds)
  }
  line.stream.once('close', () => {
    if (timer !== null) clearTimeout(timer)
  })
  return lookLater
}

interface Told {
  readonly row: CheckoutRow
  readonly status: string
}

/**
 * What ends a checkout ends the stream, after what came of it was told; once it is paid, when the
 * seller’s endpoints have heard of it.
 */
async function tellStatus(parts: CheckoutParts, line: Line, { row, status }: Told): Promise<void> {
  if (status === 'succeeded') return tellSuccess(parts, line, row)
  line.send('checkout.updated', { status })
  if (isEnd(status)) line.end()
}

/** Longer than any page waits for the seller’s endpoints. */
const takenMillisecondsMax = 60_000

async function tellSuccess(
  { workshop }: CheckoutParts,
  line: Line,
  row: CheckoutRow,
): Promise<void> {
  const { kysely, reads } = workshop.database
  for (const { id, subscriptionId } of await ordersOf(reads, row)) {
    if (subscriptionId !== null) {
      line.send('checkout.subscription_created', { subscription_id: subscriptionId })
    }
    line.send('checkout.order_created', { order_id: id })
  }
  line.send('checkout.updated', { status: 'succeeded' })
  const taken = await listTaken(kysely, [row])
  if (taken.length > 0) return endTaken(line)
  const last = setTimeout(line.end, takenMillisecondsMax)
  line.stream.once('close', () => clearTimeout(last))
}

function endTaken(line: Line): void {
  line.send('checkout.webhook_event_delivered', { status: 'succeeded' })
  line.end()
}

const ordersOf = (
  db: Parameters<typeof findOrdersOf>[0],
  { organizationId, id }: CheckoutKey,
): ReturnType<typeof findOrdersOf> => findOrdersOf(db, organizationId, { checkoutIds: [id] })

const ends: readonly string[] = checkoutLifecycle.ends
const isEnd = (status: string): boolean => ends.includes(status)
