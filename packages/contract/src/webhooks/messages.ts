import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listLimitMax, listOf } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import {
  FullWebhookMessage,
  WebhookDelivery,
  WebhookEvent,
  WebhookMessage,
  webhookEndpointId,
  webhookEventType,
  webhookMessageId,
  webhookMessageStates,
} from './shapes.ts'

const messagesByDefault = 20
const objectIdLengthMax = 100

const ofWebhooks = { ...forSellers, tag: 'Webhooks' } as const
const mayRead = 'webhooks:read'
const mayWrite = 'webhooks:write'

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

const httpCode = z.int().check(z.minimum(100), z.maximum(599))
const objectId = z.string().check(z.minLength(1), z.maxLength(objectIdLengthMax))
/** A place among the events of an organization. */
const sequence = z.int().check(z.minimum(1))

const limitOr = (byDefault: number) =>
  z._default(
    z.int().check(
      z.minimum(1),
      z.overwrite((asked) => Math.min(asked, listLimitMax)),
    ),
    byDefault,
  )

/** The first belongs to what is listed, the second no longer. */
const period = { createdAfter: z.optional(instant), createdBefore: z.optional(instant) }

export const listWebhookDeliveries = endpoint({
  ...ofWebhooks,
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhooks/deliveries',
  summary: 'List attempts to deliver',
  description:
    'Every attempt with the event that it was to deliver. `event_id` is the event’s id as the ' +
    'endpoint gets it. `created_after` belongs to what is listed, `created_before` no longer.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at'], ['-created_at']),
    organizationId: anyOf(organizationId),
    endpointId: anyOf(webhookEndpointId),
    eventId: anyOf(webhookMessageId),
    type: anyOf(webhookEventType),
    succeeded: z.optional(z.boolean()),
    httpCode: anyOf(httpCode),
    objectId: anyOf(objectId),
    ...period,
  }),
  returns: listOf(WebhookDelivery),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const listWebhookMessages = endpoint({
  ...ofWebhooks,
  name: 'listWebhookMessages',
  method: 'GET',
  path: '/v1/webhooks/messages',
  summary: 'List what was sent',
  description:
    'One event on its way to one endpoint each, the newest first. `next_cursor` leads to what is ' +
    'older, and holds its place.',
  may: mayRead,
  query: z.object({
    organizationId: anyOf(organizationId),
    endpointId: anyOf(webhookEndpointId),
    state: anyOf(z.enum(webhookMessageStates)),
    type: anyOf(webhookEventType),
    /** Of the last attempt. */
    httpCode: anyOf(httpCode),
    objectId: anyOf(objectId),
    ...period,
    limit: limitOr(messagesByDefault),
    /** The `next_cursor` of the page before. */
    cursor: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^\d{1,15}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
            'Is not the cursor of a page',
          ),
        ),
    ),
  }),
  returns: z.object({
    items: z.array(WebhookMessage),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const getWebhookMessage = endpoint({
  ...ofWebhooks,
  name: 'getWebhookMessage',
  method: 'GET',
  path: '/v1/webhooks/messages/:id',
  summary: 'Get what was sent',
  description: 'With the payload, the headers and every attempt.',
  may: mayRead,
  params: z.object({ id: webhookMessageId }),
  returns: FullWebhookMessage,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const redeliverWebhookEvent = endpoint({
  ...ofWebhooks,
  name: 'redeliverWebhookEvent',
  method: 'POST',
  path: '/v1/webhooks/events/:id/redeliver',
  summary: 'Deliver an event again',
  description:
    'To the endpoint whose message it is, under the same `webhook-id`. It goes out at once, or ' +
    'after earlier events of the same object that wait.',
  may: mayWrite,
  params: z.object({ id: webhookMessageId }),
  returns: WebhookMessage,
  status: 202,
  refuses: [
    ...callRefusals,
    'not_found',
    'webhook_endpoint_disabled',
    'webhook_event_not_listened_to',
  ],
})

export const replayWebhookEndpoint = endpoint({
  ...ofWebhooks,
  name: 'replayWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints/:id/replay',
  summary: 'Deliver events again',
  description:
    'Those that everything said here is true of, among the events of the last 90 days that the ' +
    'endpoint listens to: under the same ids, and those of one object in order. `from_sequence` ' +
    'and `to_sequence` belong to the range. `created_after` and `created_before` are real time, ' +
    'and the second is outside. What happened before the endpoint was made is sent as well, if it ' +
    'is asked for.',
  may: mayWrite,
  params: z.object({ id: webhookEndpointId }),
  body: z
    .object({
      fromSequence: z.nullish(sequence),
      toSequence: z.nullish(sequence),
      createdAfter: z.nullish(instant),
      createdBefore: z.nullish(instant),
      objectId: z.nullish(objectId),
      types: z.nullish(z.array(webhookEventType).check(z.minLength(1))),
      /** Only what was given up. */
      failedOnly: z.nullish(z.boolean()),
    })
    .check(
      z.refine(({ failedOnly, ...range }) => {
        return failedOnly === true || Object.values(range).some((said) => said != null)
      }, 'Say which events: by sequence, time, object or type, or those that failed'),
    ),
  returns: z.object({ count: z.int() }),
  status: 202,
  refuses: [...callRefusals, 'not_found', 'webhook_endpoint_disabled', 'webhook_replay_too_large'],
})

export const pullWebhookEvents = endpoint({
  ...ofWebhooks,
  name: 'pullWebhookEvents',
  method: 'GET',
  path: '/v1/webhooks/events',
  summary: 'Pull events',
  description:
    'What endpoints are told, in the same order, for whoever would rather ask. Begin without ' +
    '`after` for everything of the last 90 days, or with `after=latest` for what is yet to come, ' +
    'and go on with `next_after`.',
  may: mayRead,
  query: z.object({
    organizationId: anyOf(organizationId),
    /** A `next_after`, a sequence, or `latest`. */
    after: z.optional(
      z.string().check(z.regex(/^(\d{1,15}|latest)$/, 'Must be a sequence, or latest')),
    ),
    limit: limitOr(listLimitMax),
    types: anyOf(webhookEventType),
  }),
  returns: z.object({
    items: z.array(WebhookEvent),
    nextAfter: z.int(),
    /** Whether there is more already. */
    hasMore: z.boolean(),
  }),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})
