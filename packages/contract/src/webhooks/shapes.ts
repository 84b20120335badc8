import * as z from 'zod/mini'
import { laterWebhookEndpoint, laterWebhookEvent } from '../billing/later-clients.ts'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'
import { webhookEventTypes } from './webhook-events.ts'

const urlLengthMax = 2083
const secretLengthMax = 256
const nameLengthMax = 100
const objectIdLengthMax = 100

/** Of what an event is about. */
export const objectId = z.string().check(z.minLength(1), z.maxLength(objectIdLengthMax))
export const webhookEndpointId = id('webhookEndpoint')
/** One event for one endpoint; receivers get it as `webhook-id`. */
export const webhookMessageId = id('webhookDelivery')

export const webhookFormats = ['raw', 'discord', 'slack'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const webhookEventType = z.enum(webhookEventTypes)

/** The server decides which schemes, ports and addresses are allowed. */
export const webhookUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(urlLengthMax))

export const webhookName = oneLine(nameLengthMax)

/** Its bytes, as written, are the signing key. */
export const webhookSecret = z.string().check(z.minLength(1), z.maxLength(secretLengthMax))

/** Duplicates are removed. */
export const webhookEvents = z.array(webhookEventType).check(
  z.minLength(1, 'Choose at least one event'),
  z.overwrite((chosen) => [...new Set(chosen)]),
)

/** Whether a member disabled it, or the server suspended it because it kept failing. */
export const webhookDisabledReasons = ['member', 'failing'] as const

/**
 * `failing`: the last attempt failed. `resting`: it failed so often that it is suspended and gets no
 * new events until one succeeds. `disabled`: a member disabled it.
 */
export const webhookHealthStates = ['healthy', 'failing', 'resting', 'disabled'] as const

const WebhookHealth = z.object({
  state: z.enum(webhookHealthStates),
  /** Start of the first failure since the last success. */
  failingSince: z.nullable(instant),
  /** Different events that failed since then. */
  failedEvents: z.int(),
  /** Events that will be retried, or wait behind those; counted up to 10,000. */
  waiting: z.int(),
  /** Events that were never sent to it; counted up to 10,000. */
  lag: z.int(),
  lastSuccessAt: z.nullable(instant),
  lastFailureAt: z.nullable(instant),
  /** The status code of the last attempt; null without a response. */
  lastCode: z.nullable(z.int()),
})

const endpointShape = {
  id: webhookEndpointId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  organizationId,
  url: z.string(),
  name: z.nullable(z.string()),
  format: z.enum(webhookFormats),
  events: z.array(webhookEventType),
  enabled: z.boolean(),
  disabledReason: z.nullable(z.enum(webhookDisabledReasons)),
  /** Until when the previous secret signs as well. */
  previousSecretUntil: z.nullable(instant),
  health: WebhookHealth,
}

export const WebhookEndpoint = z.object({ ...endpointShape, ...laterWebhookEndpoint })
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** The response to its creation, which contains the secret. */
export const NewWebhookEndpoint = z.object({ ...endpointShape, secret: z.string() })

export const WebhookSecret = z.object({
  secret: z.string(),
  previousSecretUntil: z.nullable(instant),
})

/** `skipped`: the endpoint no longer listens to this event, or its format has no message for it. */
export const webhookMessageStates = ['delivered', 'waiting', 'failed', 'skipped'] as const

const messageShape = {
  id: webhookMessageId,
  /** When it was first sent, or queued. */
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  endpointId: webhookEndpointId,
  /** The position in the events of the organization. */
  sequence: z.int(),
  type: webhookEventType,
  objectType: z.string(),
  objectId: z.string(),
  objectVersion: z.int(),
  state: z.enum(webhookMessageStates),
  attemptCount: z.int(),
  /** Null while it waits behind an earlier event of the same object, and when it does not wait. */
  nextAttemptAt: z.nullable(instant),
  lastHttpCode: z.nullable(z.int()),
}

export const WebhookMessage = z.object(messageShape)
export type WebhookMessage = z.output<typeof WebhookMessage>

const WebhookAttempt = z.object({
  id: id('webhookAttempt'),
  attemptedAt: instant,
  durationMs: z.int(),
  succeeded: z.boolean(),
  /** Null without a response. */
  httpCode: z.nullable(z.int()),
  /** What went wrong. */
  error: z.nullable(z.string()),
  /** The beginning of the response body. */
  responseHead: z.nullable(z.string()),
})

export const FullWebhookMessage = z.object({
  ...messageShape,
  /** The time of the event, as in the payload. */
  timestamp: instant,
  /** The body, byte for byte. */
  payload: z.string(),
  /** Of the last attempt, without the signature. */
  headers: z.record(z.string(), z.string()),
  /** Newest first. */
  attempts: z.array(WebhookAttempt),
})
export type FullWebhookMessage = z.output<typeof FullWebhookMessage>

/** One attempt with its event. */
export const WebhookDelivery = z.object({
  id: id('webhookAttempt'),
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  httpCode: z.nullable(z.int()),
  succeeded: z.boolean(),
  durationMs: z.int(),
  error: z.nullable(z.string()),
  responseHead: z.nullable(z.string()),
  /** The name of `response_head` in later clients. */
  response: z.nullable(z.string()),
  endpointId: webhookEndpointId,
  webhookEvent: z.object({
    id: webhookMessageId,
    createdAt: instant,
    modifiedAt: z.nullable(instant),
    lastHttpCode: z.nullable(z.int()),
    /** Null while it waits. */
    succeeded: z.nullable(z.boolean()),
    payload: z.string(),
    sequence: z.int(),
    type: webhookEventType,
    /** Because the endpoint no longer listens to it. */
    skipped: z.boolean(),
    objectType: z.string(),
    objectId: z.string(),
    ...laterWebhookEvent,
  }),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** An event of the organization, whether or not an endpoint receives it. */
export const WebhookEvent = z.object({
  id: id('webhookEvent'),
  sequence: z.int(),
  type: webhookEventType,
  timestamp: instant,
  /** Increases with every event about the same object. */
  objectVersion: z.int(),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEvent = z.output<typeof WebhookEvent>
