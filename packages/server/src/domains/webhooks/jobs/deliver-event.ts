import { randomInt } from 'node:crypto'
import { newId } from '../../../platform/ids.ts'
import { type Outcome, sendEvent } from '../actions/send-event.ts'
import { afterAttempt } from '../rules/after-attempt.ts'
import { deliveryId } from '../rules/delivery-id.ts'
import type { EventAhead } from '../store/deliveries-ahead.ts'
import type { NotedAttempt, NotedDelivery } from '../store/deliveries-noted.ts'
import type { EndpointRow } from '../store/endpoints.ts'
import { composeMessage } from './compose-message.ts'
import type { Result } from './deliver-notes.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import type { Sitting } from './held-lane.ts'

type Addressee = Pick<Sitting, 'endpoint' | 'secretsAt'>

/** How often an event was sent before. */
interface History {
  readonly attempts: number
  readonly attemptsBefore: number
  readonly attemptedAt: Date | null
}

const neverSent: History = { attempts: 0, attemptsBefore: 0, attemptedAt: null }

const jitterSteps = 1_000
const errorLengthMax = 500

/** Sends an event, now, and says what is to be noted of it. */
export async function deliverEvent(
  parts: DeliveryParts,
  addressee: Addressee,
  event: EventAhead,
  earlier: History | null = null,
): Promise<Result> {
  const { endpoint } = addressee
  const history = earlier ?? neverSent
  const attemptedAt = parts.clock.now()
  const outcome = await attempt(parts, addressee, event)
  if (outcome === null) return leftOut(endpoint, event, earlier)
  const { succeeded, httpCode } = outcome
  const jitter = randomInt(-jitterSteps, jitterSteps + 1) / jitterSteps
  const after = afterAttempt(history, { succeeded, now: parts.clock.now(), jitter })
  return {
    delivery: { ...deliveryOf(endpoint, event), ...after, attemptedAt, lastCode: httpCode },
    attempt: {
      ...attemptOf(endpoint, event, outcome),
      id: newId('webhookAttempt', parts.clock),
      attemptedAt,
    },
    attempted: { succeeded, httpCode, begunAt: attemptedAt, failedBefore: history.attemptedAt },
    isDueChanged: !succeeded || earlier !== null,
  }
}

/** Null where there is nothing to say. */
async function attempt(
  parts: DeliveryParts,
  { endpoint, secretsAt }: Addressee,
  event: EventAhead,
): Promise<Outcome | null> {
  const { clock, log } = parts
  try {
    const message = composeMessage(parts, endpoint, event)
    if (message === null) return null
    const secrets = secretsAt(clock.now())
    return await sendEvent(parts, { url: endpoint.url, secrets }, message)
  } catch (error) {
    // An event that can’t be told must not hold up all those behind it.
    log.error({ err: error, endpoint: endpoint.id, event: event.name }, 'a webhook was not sent')
    return { succeeded: false, httpCode: null, error: unsent, responseHead: null, durationMs: 0 }
  }
}

const unsent = 'The server could not write this message. Its log says why.'

/** The endpoint no longer asks for it, or has no words for it. */
export const leftOut = (
  endpoint: EndpointRow,
  event: EventAhead,
  earlier: History | null = null,
): Result => ({
  delivery: {
    ...deliveryOf(endpoint, event),
    ...unsentYet,
    state: 'skipped',
    attempts: earlier?.attempts ?? 0,
    attemptedAt: earlier?.attemptedAt ?? null,
  },
  attempt: null,
  attempted: null,
  isDueChanged: earlier !== null,
})

/** Stands behind an earlier event of the same object. */
export const lineUp = (endpoint: EndpointRow, event: EventAhead): Result => ({
  ...leftOut(endpoint, event),
  delivery: { ...deliveryOf(endpoint, event), ...unsentYet },
  isDueChanged: true,
})

const unsentYet = {
  state: 'waiting',
  attempts: 0,
  attemptedAt: null,
  nextAttemptAt: null,
  lastCode: null,
} as const satisfies Partial<NotedDelivery>

const deliveryOf = ({ id: endpointId }: EndpointRow, event: EventAhead) => ({
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
  { organizationId, sequence }: EventAhead,
  { durationMs, httpCode, succeeded, error, responseHead }: Outcome,
): Omit<NotedAttempt, 'id' | 'attemptedAt'> => ({
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

/** Cut off, and without half characters or zeros, which no text may have there. */
const storable = (text: string): string =>
  Buffer.from(text.slice(0, errorLengthMax)).toString().replaceAll('\0', '\u{FFFD}')
