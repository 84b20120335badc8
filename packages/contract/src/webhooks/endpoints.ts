import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookSecret,
  webhookEndpointId,
  webhookEvents,
  webhookFormats,
  webhookName,
  webhookSecret,
  webhookUrl,
} from './shapes.ts'

const ofWebhooks = { ...forSellers, tag: 'Webhooks' } as const
const mayRead = 'webhooks:read'
const mayWrite = 'webhooks:write'
const ofOne = z.object({ id: webhookEndpointId })

const urlRefusals = [
  'webhook_url_not_allowed',
  'webhook_url_unknown_host',
  'webhook_url_not_public',
] as const

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

export const listWebhookEndpoints = endpoint({
  ...ofWebhooks,
  name: 'listWebhookEndpoints',
  method: 'GET',
  path: '/v1/webhooks/endpoints',
  summary: 'List webhook endpoints',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'url', 'name'], ['created_at']),
    organizationId: anyOf(organizationId),
  }),
  returns: listOf(WebhookEndpoint),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const createWebhookEndpoint = endpoint({
  ...ofWebhooks,
  name: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints',
  summary: 'Create a webhook endpoint',
  description:
    'It is told of everything that happens from then on. The URL begins with https:// and leads ' +
    'to a public address. Without a secret one is made; the answer holds it.',
  may: mayWrite,
  body: z.object({
    url: webhookUrl,
    name: z.nullish(webhookName),
    format: z.enum(webhookFormats),
    secret: z.nullish(webhookSecret),
    events: webhookEvents,
    organizationId: z.nullish(organizationId),
  }),
  returns: NewWebhookEndpoint,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...urlRefusals, 'webhook_endpoints_too_many'],
})

export const getWebhookEndpoint = endpoint({
  ...ofWebhooks,
  name: 'getWebhookEndpoint',
  method: 'GET',
  path: '/v1/webhooks/endpoints/:id',
  summary: 'Get a webhook endpoint',
  may: mayRead,
  params: ofOne,
  returns: WebhookEndpoint,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateWebhookEndpoint = endpoint({
  ...ofWebhooks,
  name: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/v1/webhooks/endpoints/:id',
  summary: 'Change a webhook endpoint',
  description:
    'Disabled, nothing is sent; enabled again, everything it missed is sent in order. Another ' +
    'secret takes over as rotating it does: the one before signs as well for a day.',
  may: mayWrite,
  params: ofOne,
  body: z.object({
    url: z.nullish(webhookUrl),
    /** Null takes it away. */
    name: z.nullish(webhookName),
    format: z.nullish(z.enum(webhookFormats)),
    secret: z.nullish(webhookSecret),
    events: z.nullish(webhookEvents),
    enabled: z.nullish(z.boolean()),
  }),
  returns: WebhookEndpoint,
  status: 200,
  refuses: [...callRefusals, ...urlRefusals, 'not_found'],
})

export const deleteWebhookEndpoint = endpoint({
  ...ofWebhooks,
  name: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhooks/endpoints/:id',
  summary: 'Delete a webhook endpoint',
  description: 'With the log of what it was sent.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})

export const revealWebhookSecret = endpoint({
  ...ofWebhooks,
  name: 'revealWebhookSecret',
  method: 'GET',
  path: '/v1/webhooks/endpoints/:id/secret',
  summary: 'Get the secret of a webhook endpoint',
  description: 'Only for who may change the endpoint: whoever knows it can sign as this server.',
  may: mayWrite,
  params: ofOne,
  returns: WebhookSecret,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const rotateWebhookSecret = endpoint({
  ...ofWebhooks,
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/endpoints/:id/secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Everything is signed with both for a day: the new one first, then the one before. Rotated ' +
    'again within that day, the oldest is dropped. Without a secret one is made.',
  may: mayWrite,
  params: ofOne,
  body: z.object({ secret: z.nullish(webhookSecret) }),
  returns: WebhookSecret,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
