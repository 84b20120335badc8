import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, pageLimit } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import {
  FullWebhookMessage,
  objectId,
  WebhookDelivery,
  WebhookEvent,
  WebhookMessage,
  webhookEndpointId,
  webhookEventType,
  webhookMessageId,
  webhookMessageStates,
} from './shapes.ts'

const messagesByDefault = 20
const eventsByDefault = 100

const ofWebhooks = { ...forSellers, tag: 'Webhooks' } as const
const mayRead = 'webhooks:read'
const mayWrite = 'webhooks:write'

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

const httpCode = z.int().check(z.minimum(100), z.maximum(599))
/** The position in the events of the organization. */
const sequence = z.int().check(z.minimum(1))

/** The start is inclusive, the end exclusive. */
const period = { createdAfter: z.optional(instant), createdBefore: z.optional(instant) }

const forReaders =
  'Events about checkouts lack `client_secret` and the URLs with it, unless the caller may write ' +
  'checkouts.'

export const listWebhookDeliveries = operation({
  ...ofWebhooks,
  name: 'listWebhookDeliveries',
  reads: 'replica',
  method: 'GET',
  path: '/v1/webhooks/deliveries',
  summary: 'List delivery attempts',
  description:
    'Every attempt with its event. `event_id` is the `webhook-id` that the endpoint receives. ' +
    `\`created_after\` is inclusive, \`created_before\` exclusive. ${forReaders}`,
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

export const listWebhookMessages = operation({
  ...ofWebhooks,
  name: 'listWebhookMessages',
  reads: 'replica',
  method: 'GET',
  path: '/v1/webhooks/messages',
  summary: 'List webhook messages',
  description:
    'A message is one event for one endpoint. Newest first; `next_cursor` continues with older ' +
    'messages, regardless of what is sent meanwhile.',
  may: mayRead,
  query: z.object({
    organizationId: anyOf(organizationId),
    endpointId: anyOf(webhookEndpointId),
    state: anyOf(z.enum(webhookMessageStates)),
    type: anyOf(webhookEventType),
    /** The status code of the last attempt. */
    httpCode: anyOf(httpCode),
    objectId: anyOf(objectId),
    ...period,
    limit: pageLimit(messagesByDefault),
    /** The `next_cursor` of the previous page. */
    cursor: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^\d{1,15}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
            'Not a cursor of this list',
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

export const getWebhookMessage = operation({
  ...ofWebhooks,
  name: 'getWebhookMessage',
  method: 'GET',
  path: '/v1/webhooks/messages/:id',
  summary: 'Get a webhook message',
  description: `Includes the payload, the headers and every attempt. ${forReaders}`,
  may: mayRead,
  params: z.object({ id: webhookMessageId }),
  returns: FullWebhookMessage,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const redeliverWebhookEvent = operation({
  ...ofWebhooks,
  name: 'redeliverWebhookEvent',
  method: 'POST',
  path: '/v1/webhooks/events/:id/redeliver',
  summary: 'Redeliver an event',
  description:
    'Sends the message again to its endpoint, with the same `webhook-id`: immediately, or after ' +
    'earlier events of the same object that wait.',
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

export const replayWebhookEndpoint = operation({
  ...ofWebhooks,
  name: 'replayWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints/:id/replay',
  summary: 'Replay events',
  description:
    'Sends all events of the last 90 days again that match every given condition and that the ' +
    'endpoint listens to, with the same ids and in order for each object. `from_sequence`, ' +
    '`to_sequence` and `created_after` are inclusive, `created_before` is exclusive; both instants ' +
    'are real time. Events from before the endpoint was created are included.',
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
      /** Only deliveries that failed for good. */
      failedOnly: z.nullish(z.boolean()),
    })
    .check(
      z.refine(({ failedOnly, ...range }) => {
        return failedOnly === true || Object.values(range).some((said) => said != null)
      }, 'Specify the events by sequence, time, object or type, or only failed ones'),
    )
    .register(
      z.globalRegistry,
      requiresAny(
        ['fromSequence'],
        ['toSequence'],
        ['createdAfter'],
        ['createdBefore'],
        ['objectId'],
        ['types'],
        ['failedOnly'],
      ),
    ),
  returns: z.object({ count: z.int() }),
  status: 202,
  refuses: [...callRefusals, 'not_found', 'webhook_endpoint_disabled', 'webhook_replay_too_large'],
})

export const pullWebhookEvents = operation({
  ...ofWebhooks,
  name: 'pullWebhookEvents',
  method: 'GET',
  path: '/v1/webhooks/events',
  summary: 'Pull events',
  description:
    'The events that endpoints receive, in the same order, for clients that prefer to poll. Start ' +
    'without `after` for all events of the last 90 days, or with `after=latest` for later ones ' +
    `only, and continue with \`next_after\`. ${forReaders}`,
  may: mayRead,
  query: z.object({
    organizationId: anyOf(organizationId),
    /** A `next_after`, a sequence, or `latest`. */
    after: z.optional(
      z.string().check(z.regex(/^(\d{1,15}|latest)$/, 'Must be a sequence, or latest')),
    ),
    limit: pageLimit(eventsByDefault),
    types: anyOf(webhookEventType),
  }),
  returns: z.object({
    items: z.array(WebhookEvent),
    nextAfter: z.int(),
    hasMore: z.boolean(),
  }),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})
