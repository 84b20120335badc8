import { randomInt } from 'node:crypto'
import { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import { newId } from '../../../../platform/ids.ts'
import { toEvent } from '../../../../platform/outbox/logged-events.ts'
import { bodyInFormat, buildBody } from '../../present/body.ts'
import { deliveryAfterAttempt } from '../../rules/retry-schedule.ts'
import type { Message } from '../../rules/signature.ts'
import { deliveryId } from '../../rules/webhook-ids.ts'
import type { AttemptRecord, DeliveryState } from '../../store/deliveries.ts'
import type { EndpointRow } from '../../store/endpoints.ts'
import type { PendingEvent } from '../../store/pending-events.ts'
import type { DeliveryDeps } from './deps.ts'
import type { LaneSession } from './lane-session.ts'
import type { DeliveryResult } from './save-results.ts'
import { type Outcome, sendEvent } from './send-event.ts'

type Receiver = Pick<LaneSession, 'endpoint' | 'secretsAt'>

/** Earlier attempts of an event. */
interface History {
  readonly attempts: number
  readonly attemptsBefore: number
  readonly attemptedAt: Date | null
}

const neverSent: History = { attempts: 0, attemptsBefore: 0, attemptedAt: null }

const jitterSteps = 1_000
const errorLengthMax = 500

/** Makes one attempt now. */
export async function deliverEvent(
  deps: DeliveryDeps,
  receiver: Receiver,
  event: PendingEvent,
  earlier: History | null = null,
): Promise<DeliveryResult> {
  const { endpoint } = receiver
  const history = earlier ?? neverSent
  const attemptedAt = deps.clock.now()
  const outcome = await attempt(deps, receiver, event)
  if (outcome === null) return skipEvent(endpoint, event, earlier)
  const { succeeded, httpCode } = outcome
  const jitter = randomInt(-jitterSteps, jitterSteps + 1) / jitterSteps
  const after = deliveryAfterAttempt(history, { succeeded, now: deps.clock.now(), jitter })
  return {
    delivery: { ...deliveryOf(endpoint, event), ...after, attemptedAt, lastCode: httpCode },
    attempt: {
      ...attemptOf(endpoint, event, outcome),
      id: newId('webhookAttempt', deps.clock),
      attemptedAt,
    },
    outcome: { succeeded, httpCode, startedAt: attemptedAt, failedBefore: history.attemptedAt },
    isDueChanged: !succeeded || earlier !== null,
  }
}

/** Null where the format has no message for the event. */
async function attempt(
  deps: DeliveryDeps,
  { endpoint, secretsAt }: Receiver,
  event: PendingEvent,
): Promise<Outcome | null> {
  const { clock, log } = deps
  try {
    const message = composeMessage(deps, endpoint, event)
    if (message === null) return null
    const secrets = secretsAt(clock.now())
    const outcome = await sendEvent(deps, { url: endpoint.url, secrets }, message)
    const { detail } = outcome
    if (detail !== null) log.info({ endpoint: endpoint.id, detail }, 'a webhook had no answer')
    return outcome
  } catch (error) {
    // An event that cannot be sent must not hold up all events behind it.
    log.error({ err: error, endpoint: endpoint.id, event: event.name }, 'a webhook was not sent')
    return {
      succeeded: false,
      httpCode: null,
      error: unwritable,
      detail: null,
      responseHead: null,
      durationMs: 0,
    }
  }
}

const unwritable = 'The server could not write this message. Its log says why.'

const { format } = WebhookEndpoint.shape

function composeMessage(
  { completions }: Pick<DeliveryDeps, 'completions'>,
  endpoint: Pick<EndpointRow, 'id' | 'format'>,
  pending: PendingEvent,
): Message | null {
  const event = toEvent(pending)
  const raw = buildBody(event, completions)
  const body = bodyInFormat(z.parse(format, endpoint.format), raw)
  return body === null ? null : { id: deliveryId(endpoint.id, event.sequence), body, event }
}

/** The endpoint no longer wants the event, or its format has no message for it. */
export const skipEvent = (
  endpoint: EndpointRow,
  event: PendingEvent,
  earlier: History | null = null,
): DeliveryResult => ({
  delivery: {
    ...deliveryOf(endpoint, event),
    ...unsent,
    state: 'skipped',
    attempts: earlier?.attempts ?? 0,
    attemptedAt: earlier?.attemptedAt ?? null,
  },
  attempt: null,
  outcome: null,
  isDueChanged: earlier !== null,
})

/** Waits behind an earlier event of the same object. */
export const queueBehind = (endpoint: EndpointRow, event: PendingEvent): DeliveryResult => ({
  ...skipEvent(endpoint, event),
  delivery: { ...deliveryOf(endpoint, event), ...unsent },
  isDueChanged: true,
})

const unsent = {
  state: 'waiting',
  attempts: 0,
  attemptedAt: null,
  nextAttemptAt: null,
  lastCode: null,
} as const satisfies Partial<DeliveryState>

const deliveryOf = ({ id: endpointId }: EndpointRow, event: PendingEvent) => ({
  organizationId: event.organizationId,
  endpointId,
  sequence: event.sequence,
  loggedAt: event.loggedAt,
  id: deliveryId(endpointId, event.sequence),
  name: event.name,
  objectType: event.objectType,
  objectId: event.objectId,
  objectVersion: event.objectVersion,
  customerId: event.customerId,
})

const attemptOf = (
  { id: endpointId }: EndpointRow,
  { organizationId, sequence }: PendingEvent,
  { durationMs, httpCode, succeeded, error, responseHead }: Outcome,
): Omit<AttemptRecord, 'id' | 'attemptedAt'> => ({
  organizationId,
  endpointId,
  deliveryId: deliveryId(endpointId, sequence),
  sequence,
  durationMs,
  httpCode,
  succeeded,
  error: error === null ? null : storable(error),
  responseHead,
})

/** Shortened, and without NUL and halves of characters, which PostgreSQL refuses. */
const storable = (text: string): string =>
  Buffer.from(text.slice(0, errorLengthMax)).toString().replaceAll('\0', '\u{FFFD}')
