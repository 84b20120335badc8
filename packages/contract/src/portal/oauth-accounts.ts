import * as z from 'zod/mini'
import { callbackParameters, Redirect, returnTo } from '../benefits/connections.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { instant } from '../primitives.ts'

/** The services where customers need an account for some benefits. */
export const oauthPlatforms = ['discord', 'github'] as const

const OAuthAccount = z.object({
  platform: z.enum(oauthPlatforms),
  accountId: z.string(),
  accountUsername: z.string(),
  connectedAt: instant,
})

/** Each makes the server call the provider. */
const connectionLimit = [
  { requestsMax: 20, windowSeconds: 60, by: 'caller', bucket: 'oauthAccounts' },
] as const satisfies readonly RateLimitRule[]

const ofAccounts = {
  ...forCustomers,
  tag: 'Customer portal',
  rateLimit: connectionLimit,
} as const

const basePath = '/v1/customer-portal/oauth-accounts/'

export const listOAuthAccounts = operation({
  ...ofAccounts,
  name: 'listOAuthAccounts',
  method: 'GET',
  path: basePath,
  summary: 'List the connected accounts of a customer',
  returns: z.object({ items: z.array(OAuthAccount) }),
  status: 200,
  refuses: sessionRefusals,
})

export const authorizeOAuthAccount = operation({
  ...ofAccounts,
  name: 'authorizeOAuthAccount',
  method: 'POST',
  path: `${basePath}authorize`,
  summary: 'Start connecting an account',
  description:
    'Returns the provider’s page that the browser must open. It returns to `return_to` with ' +
    '`#platform=…&state=…&code=…`, which the page sends to `POST /v1/customer-portal/oauth-accounts/` ' +
    'within ten minutes and in the same session, or with `#platform=…&error=…`.',
  body: z.object({ platform: z.enum(oauthPlatforms), returnTo }),
  returns: Redirect,
  status: 201,
  idempotent: false,
  refuses: [...sessionRefusals, 'discord_not_configured', 'github_not_configured'],
})

export const oauthAccountCallback = operation({
  wire: 'billing',
  for: 'anyone',
  tag: 'Customer portal',
  name: 'oauthAccountCallback',
  method: 'GET',
  path: `${basePath}callback`,
  summary: 'Handle the callback of a provider',
  description:
    'Redirects to the page that started the connection, which has the session of the customer.',
  query: callbackParameters,
  returns: null,
  // An accepted callback redirects.
  status: 204,
  refuses: ['oauth_state_invalid'],
})

export const connectOAuthAccount = operation({
  ...ofAccounts,
  name: 'connectOAuthAccount',
  method: 'POST',
  path: basePath,
  summary: 'Connect an account',
  description:
    'Replaces the account that was connected at this service. Benefits that waited for it are ' +
    'delivered, and others move to it.',
  body: z.object({
    state: z.string().check(z.minLength(1), z.maxLength(8000)),
    code: z.string().check(z.minLength(1), z.maxLength(2000)),
  }),
  returns: OAuthAccount,
  status: 201,
  idempotent: false,
  refuses: [...sessionRefusals, 'oauth_state_invalid', 'oauth_code_invalid', 'conflicting_change'],
})

export const disconnectOAuthAccount = operation({
  ...ofAccounts,
  name: 'disconnectOAuthAccount',
  method: 'DELETE',
  path: `${basePath}:platform`,
  summary: 'Disconnect an account',
  description: 'Its benefits are taken from it, and wait for another account.',
  params: z.object({ platform: z.enum(oauthPlatforms) }),
  returns: null,
  status: 204,
  refuses: [...sessionRefusals, 'not_found', 'conflicting_change'],
})
