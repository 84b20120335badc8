import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
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

/** Of what would send or prove events to an operator once the impersonation is over. */
const lastingRefusals = ['not_while_impersonating'] as const

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

export const listWebhookEndpoints = operation({
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

export const createWebhookEndpoint = operation({
  ...ofWebhooks,
  name: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints',
  summary: 'Create a webhook endpoint',
  description:
    'It receives all events from then on. The URL starts with https:// and has a public address. ' +
    'Without a secret one is generated, and the response contains it. Refused while impersonating.',
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
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    ...lastingRefusals,
    ...urlRefusals,
    'webhook_endpoints_too_many',
  ],
})

export const getWebhookEndpoint = operation({
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

export const updateWebhookEndpoint = operation({
  ...ofWebhooks,
  name: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/v1/webhooks/endpoints/:id',
  summary: 'Update a webhook endpoint',
  description:
    'A disabled endpoint receives nothing; once enabled, it receives everything it missed, in order. ' +
    'Another secret acts as a rotation: the previous one also signs for a day. While ' +
    'impersonating, another URL or secret is refused.',
  may: mayWrite,
  params: ofOne,
  body: z.object({
    url: z.nullish(webhookUrl),
    /** Null removes it. */
    name: z.nullish(webhookName),
    format: z.nullish(z.enum(webhookFormats)),
    secret: z.nullish(webhookSecret),
    events: z.nullish(webhookEvents),
    enabled: z.nullish(z.boolean()),
  }),
  returns: WebhookEndpoint,
  status: 200,
  refuses: [...callRefusals, ...lastingRefusals, ...urlRefusals, 'not_found'],
})

export const deleteWebhookEndpoint = operation({
  ...ofWebhooks,
  name: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhooks/endpoints/:id',
  summary: 'Delete a webhook endpoint',
  description: 'Also deletes the log of its messages.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})

export const revealWebhookSecret = operation({
  ...ofWebhooks,
  name: 'revealWebhookSecret',
  method: 'GET',
  path: '/v1/webhooks/endpoints/:id/secret',
  summary: 'Get the secret of a webhook endpoint',
  description:
    'Needs write access, because anyone with the secret can sign as this server. Refused while ' +
    'impersonating.',
  may: mayWrite,
  params: ofOne,
  returns: WebhookSecret,
  status: 200,
  refuses: [...callRefusals, ...lastingRefusals, 'not_found'],
})

export const resetWebhookSecret = operation({
  ...ofWebhooks,
  name: 'resetWebhookSecret',
  method: 'PATCH',
  path: '/v1/webhooks/endpoints/:id/secret',
  summary: 'Reset the secret of a webhook endpoint',
  description:
    'A rotation to a generated secret, as later clients ask for it. Refused while impersonating.',
  may: mayWrite,
  params: ofOne,
  returns: NewWebhookEndpoint,
  status: 200,
  refuses: [...callRefusals, ...lastingRefusals, 'not_found'],
})

export const rotateWebhookSecret = operation({
  ...ofWebhooks,
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/endpoints/:id/secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'For a day everything is signed with both secrets, the new one first. A second rotation ' +
    'within that day drops the oldest. Without a secret one is generated. Refused while ' +
    'impersonating.',
  may: mayWrite,
  params: ofOne,
  body: z.object({ secret: z.nullish(webhookSecret) }),
  returns: WebhookSecret,
  status: 200,
  refuses: [...callRefusals, ...lastingRefusals, 'not_found'],
})
