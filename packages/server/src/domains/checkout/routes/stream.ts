import { Readable } from 'node:stream'
import * as contract from '@guildhall/contract/checkout/client-checkouts'
import type { Logger } from 'pino'
import { Problem } from '../../../kernel/refusal.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { networksOf } from '../../../platform/http/networks.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findOrdersOf } from '../../orders/store/orders.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { withExpiry } from '../actions/expire-checkout.ts'
import { monitorCardSetup } from '../actions/monitor-card-setup.ts'
import type { CheckoutWatch } from '../actions/watch-checkouts.ts'
import { checkoutLifecycle } from '../rules/lifecycle.ts'
import { type CheckoutKey, type CheckoutRow, findCheckoutIn } from '../store/checkouts.ts'
import { listNotified } from '../store/notified-endpoints.ts'

const heartbeatMilliseconds = 15_000
/** Clients that are still interested reconnect. */
const durationMillisecondsMax = 900_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Keeps proxies from buffering events.
  'x-accel-buffering': 'no',
}

/** The events that a page gets, in order. */
interface EventStream {
  readonly stream: Readable
  readonly send: (key: string, payload: JsonObject) => void
  readonly end: () => void
  readonly isClosed: () => boolean
  /** Runs after everything before it has been sent. */
  readonly enqueue: (send: () => Promise<void> | void) => void
}

function openEventStream(log: Pick<Logger, 'warn'>): EventStream {
  const stream = new Readable({ read: () => undefined })
  let isEnded = false
  let sent: Promise<void> = Promise.resolve()
  const isClosed = () => isEnded || stream.destroyed
  const end = () => {
    if (!isClosed()) stream.push(null)
    isEnded = true
  }
  return {
    stream,
    send: (key, payload) => {
      if (!isClosed()) stream.push(`data: ${JSON.stringify({ key, payload })}\n\n`)
    },
    end,
    isClosed,
    enqueue: (task) => {
      sent = sent.then(task).catch((err: unknown) => {
        log.warn({ err }, 'the end of a checkout could not be sent')
        end()
      })
    },
  }
}

/** Reports the progress of a checkout to the buyer's page, as server-sent events. */
export const streamRoute = (deps: CheckoutDeps, watch: CheckoutWatch): OperationRoute =>
  serve(contract.streamClientCheckout, async ({ caller, method, address, log }) => {
    const { row } = await withExpiry(deps, caller)
    if (method === 'HEAD') return directAnswer(200, headers, null)
    const events = openEventStream(log)
    const monitorCard = cardMonitor(deps, events, { row, log })
    const onStatus = (status: string) => {
      if (status === 'confirmed') monitorCard()
      events.enqueue(() => sendStatus(deps, events, { row, status }))
    }
    const { status } = row
    const onDelivered = () => events.enqueue(() => sendDelivered(events))
    const networks = networksOf(address)
    const reports = { onStatus, onDelivered, onEnd: events.end }
    const unwatch = watch.watch({ key: row, networks, status, ...reports })
    if (unwatch === null) throw new Problem('checkout_stream_full', { retryAfterSeconds: 5 })
    keepAlive(events, unwatch)
    onStatus(status)
    return directAnswer(200, headers, events.stream)
  })

/** Until it ends, or the page disconnects. */
function keepAlive({ stream, end, isClosed }: EventStream, unwatch: () => void): void {
  const heartbeat = setInterval(() => isClosed() || stream.push(':\n\n'), heartbeatMilliseconds)
  const timeout = setTimeout(end, durationMillisecondsMax)
  stream.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(timeout)
    unwatch()
  })
}

const cardPollMilliseconds = 2000

interface CardWatch {
  readonly row: CheckoutRow
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Processors send no event about a card that is only stored, so it is polled as long as the page
 * waits.
 */
function cardMonitor(deps: CheckoutDeps, events: EventStream, { row, log }: CardWatch): () => void {
  let timer: NodeJS.Timeout | null = null
  const { kysely } = deps.uowFactory.database
  const poll = async () => {
    const found = await findCheckoutIn(kysely, [row.organizationId], row.id)
    const isPending = found !== undefined && (await monitorCardSetup(deps, found.row))
    if (isPending && !events.isClosed()) pollLater()
  }
  const pollLater = () => {
    timer = setTimeout(() => {
      poll().catch((err: unknown) => log.warn({ err }, 'the set-up of a card could not be polled'))
    }, cardPollMilliseconds)
  }
  events.stream.once('close', () => {
    if (timer !== null) clearTimeout(timer)
  })
  return pollLater
}

interface ReportedStatus {
  readonly row: CheckoutRow
  readonly status: string
}

/**
 * A final status ends the stream. After success it stays open until the events were delivered to
 * the seller's endpoints.
 */
async function sendStatus(
  deps: CheckoutDeps,
  events: EventStream,
  { row, status }: ReportedStatus,
): Promise<void> {
  if (status === 'succeeded') return sendSuccess(deps, events, row)
  events.send('checkout.updated', { status })
  if (isEnd(status)) events.end()
}

/** No page waits longer for the seller's endpoints. */
const deliveryMillisecondsMax = 60_000

async function sendSuccess(
  { uowFactory }: CheckoutDeps,
  events: EventStream,
  row: CheckoutRow,
): Promise<void> {
  const { kysely, reads } = uowFactory.database
  for (const { id, subscriptionId } of await ordersOf(reads, row)) {
    if (subscriptionId !== null) {
      events.send('checkout.subscription_created', { subscription_id: subscriptionId })
    }
    events.send('checkout.order_created', { order_id: id })
  }
  events.send('checkout.updated', { status: 'succeeded' })
  const notified = await listNotified(kysely, [row])
  if (notified.length > 0) return sendDelivered(events)
  const timeout = setTimeout(events.end, deliveryMillisecondsMax)
  events.stream.once('close', () => clearTimeout(timeout))
}

function sendDelivered(events: EventStream): void {
  events.send('checkout.webhook_event_delivered', { status: 'succeeded' })
  events.end()
}

const ordersOf = (
  db: Parameters<typeof findOrdersOf>[0],
  { organizationId, id }: CheckoutKey,
): ReturnType<typeof findOrdersOf> => findOrdersOf(db, organizationId, { checkoutIds: [id] })

const ends: readonly string[] = checkoutLifecycle.ends
const isEnd = (status: string): boolean => ends.includes(status)
