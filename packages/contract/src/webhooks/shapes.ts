import * as z from 'zod/mini'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'
import { webhookEventTypes } from './events.ts'

const urlLengthMax = 2083
const secretLengthMax = 256
const nameLengthMax = 100

export const webhookEndpointId = id('webhookEndpoint')
/** One event on its way to one endpoint: what receivers get as `webhook-id`. */
export const webhookMessageId = id('webhookDelivery')

export const webhookFormats = ['raw', 'discord', 'slack'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const webhookEventType = z.enum(webhookEventTypes)

/** Where to: which schemes, ports and addresses may be reached is the server’s to decide. */
export const webhookUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(urlLengthMax))

export const webhookName = oneLine(nameLengthMax)

/** Its bytes are the key, as it is written. */
export const webhookSecret = z.string().check(z.minLength(1), z.maxLength(secretLengthMax))

/** Which of the events; naming one twice is naming it once. */
export const webhookEvents = z.array(webhookEventType).check(
  z.minLength(1, 'Choose at least one event'),
  z.overwrite((chosen) => [...new Set(chosen)]),
)

/** Who switched it off: a member, or this server after it kept failing. */
export const webhookDisabledReasons = ['member', 'failing'] as const

/**
 * `failing`: what was sent last was not taken. `resting`: it failed so often that nothing new is
 * sent until something is taken again. `disabled`: a member switched it off.
 */
export const webhookHealthStates = ['healthy', 'failing', 'resting', 'disabled'] as const

const WebhookHealth = z.object({
  state: z.enum(webhookHealthStates),
  /** Since when nothing was taken any more. */
  failingSince: z.nullable(instant),
  /** How many different events failed since then. */
  failedEvents: z.int(),
  /** How many will be sent again, or wait behind such; counted up to 10,000. */
  waiting: z.int(),
  /** How many events have not been sent to it even once; counted up to 10,000. */
  lag: z.int(),
  lastSuccessAt: z.nullable(instant),
  lastFailureAt: z.nullable(instant),
  /** What the last attempt was answered with; null where there was no answer. */
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
  /** Until when the secret before the present one signs as well. */
  previousSecretUntil: z.nullable(instant),
  health: WebhookHealth,
}

export const WebhookEndpoint = z.object(endpointShape)
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** As it answers its creation: with the secret. */
export const NewWebhookEndpoint = z.object({ ...endpointShape, secret: z.string() })

export const WebhookSecret = z.object({
  secret: z.string(),
  previousSecretUntil: z.nullable(instant),
})

/** `skipped`: the endpoint doesn’t listen to this event any more, or its format can’t say it. */
export const webhookMessageStates = ['delivered', 'waiting', 'failed', 'skipped'] as const

const messageShape = {
  id: webhookMessageId,
  /** When it was tried for the first time, or set to be. */
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  endpointId: webhookEndpointId,
  /** Its place among the events of the organization. */
  sequence: z.int(),
  type: webhookEventType,
  objectType: z.string(),
  objectId: z.string(),
  objectVersion: z.int(),
  state: z.enum(webhookMessageStates),
  attemptCount: z.int(),
  /** Null of what waits for an earlier event of the same object, and of what doesn’t wait. */
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
  /** Null where there was no answer. */
  httpCode: z.nullable(z.int()),
  /** What went wrong, in words. */
  error: z.nullable(z.string()),
  /** How the answer began. */
  responseHead: z.nullable(z.string()),
})

export const FullWebhookMessage = z.object({
  ...messageShape,
  /** The event’s own time, as the payload says it. */
  timestamp: instant,
  /** The body, byte for byte. */
  payload: z.string(),
  /** Those of the last attempt, but for the signature. */
  headers: z.record(z.string(), z.string()),
  /** The newest first. */
  attempts: z.array(WebhookAttempt),
})
export type FullWebhookMessage = z.output<typeof FullWebhookMessage>

/** One attempt, and what was sent. */
export const WebhookDelivery = z.object({
  id: id('webhookAttempt'),
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  httpCode: z.nullable(z.int()),
  succeeded: z.boolean(),
  durationMs: z.int(),
  error: z.nullable(z.string()),
  responseHead: z.nullable(z.string()),
  endpointId: webhookEndpointId,
  webhookEvent: z.object({
    id: webhookMessageId,
    createdAt: instant,
    modifiedAt: z.nullable(instant),
    lastHttpCode: z.nullable(z.int()),
    /** Null as long as it waits. */
    succeeded: z.nullable(z.boolean()),
    payload: z.string(),
    sequence: z.int(),
    type: webhookEventType,
    objectType: z.string(),
    objectId: z.string(),
  }),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** An event as the organization’s line has it, whoever listens. */
export const WebhookEvent = z.object({
  id: id('webhookEvent'),
  sequence: z.int(),
  type: webhookEventType,
  timestamp: instant,
  /** Later events about the same object have a higher one. */
  objectVersion: z.int(),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEvent = z.output<typeof WebhookEvent>
