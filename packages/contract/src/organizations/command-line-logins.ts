import * as z from 'zod/mini'
import { forSellers, personRefusals, placeRefusals } from '../billing/for-sellers.ts'
import { addressLimit, callerGuessLimit } from '../identity/limits.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { instant } from '../primitives.ts'
import { AccessToken, createOrganizationAccessToken } from './access-tokens.ts'
import { organizationId } from './shapes.ts'

const codeLengthMax = 20
const secretLengthMax = 100

/** Names of machines; no spaces, so that it can't be a sentence to the user who reads it. */
const deviceName = z.string().check(z.regex(/^[\w.-]{1,63}$/))

const userCode = z.string().check(z.maxLength(codeLengthMax))
const secret = z.string().check(z.maxLength(secretLengthMax))

const startLimit = [
  { requestsMax: 10, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

const ofLogins = { wire: 'billing', tag: 'Access tokens', idempotent: false } as const

const ofApprovers = {
  ...forSellers,
  ...ofLogins,
  may: 'organization_access_tokens:write',
  rateLimit: callerGuessLimit,
} as const

export const startCommandLineLogin = operation({
  ...ofLogins,
  name: 'startCommandLineLogin',
  method: 'POST',
  path: '/v1/command-line-logins/',
  summary: 'Start a login of a command line',
  description:
    'The token opens nothing until a signed-in user has typed the code at the URL and approved it. ' +
    'That must happen within ten minutes.',
  for: 'anyone',
  body: z.object({ deviceName }),
  returns: z.object({
    token: z.string(),
    userCode: z.string(),
    verificationUrl: z.string(),
    expiresAt: instant,
  }),
  status: 201,
  refuses: [],
  rateLimit: startLimit,
})

export const getCommandLineLogin = operation({
  ...ofLogins,
  name: 'getCommandLineLogin',
  method: 'POST',
  path: '/v1/command-line-logins/status',
  summary: 'Get the status of a login of a command line',
  description: 'Called by the command line until its user has decided.',
  for: 'anyone',
  body: z.object({ token: secret }),
  returns: z.object({
    status: z.enum(['pending', 'approved']),
    /** Null while it is pending. */
    approved: z.nullable(
      z.object({
        organizationAccessToken: AccessToken,
        organizationName: z.string(),
        organizationSlug: z.string(),
      }),
    ),
  }),
  status: 200,
  refuses: ['command_line_login_not_found'],
  rateLimit: addressLimit,
})

export const findCommandLineLogin = operation({
  ...ofApprovers,
  name: 'findCommandLineLogin',
  method: 'POST',
  path: '/v1/command-line-logins/find',
  summary: 'Find a login of a command line by its code',
  for: 'seller',
  body: z.object({ userCode }),
  returns: z.object({
    /** As the command line calls its machine. */
    deviceName: z.string(),
    address: z.string(),
    createdAt: instant,
    expiresAt: instant,
  }),
  status: 200,
  refuses: [...personRefusals, 'command_line_login_not_found'],
})

const { scopes, expiresIn } = createOrganizationAccessToken.body.shape

export const approveCommandLineLogin = operation({
  ...ofApprovers,
  name: 'approveCommandLineLogin',
  method: 'POST',
  path: '/v1/command-line-logins/approve',
  summary: 'Approve a login of a command line',
  description: 'Creates the access token that the command line then has.',
  for: 'seller',
  body: z.object({
    organizationId: z.optional(organizationId),
    userCode,
    scopes,
    expiresIn,
  }),
  returns: AccessToken,
  status: 201,
  refuses: [
    ...personRefusals,
    ...placeRefusals,
    'session_is_not_fresh',
    'command_line_login_not_found',
  ],
})

export const denyCommandLineLogin = operation({
  ...ofApprovers,
  name: 'denyCommandLineLogin',
  method: 'POST',
  path: '/v1/command-line-logins/deny',
  summary: 'Deny a login of a command line',
  for: 'seller',
  body: z.object({ userCode }),
  returns: null,
  status: 204,
  refuses: [...personRefusals, 'command_line_login_not_found'],
})

export const revokeShownAccessToken = operation({
  ...ofLogins,
  name: 'revokeShownAccessToken',
  method: 'POST',
  path: '/v1/organization-access-tokens/revoke',
  summary: 'Revoke an access token by itself',
  description:
    'Who has a token can end it, whatever its scopes: at a logout, or when it was found where it ' +
    'shouldn’t be. The response is the same for an unknown token.',
  for: 'anyone',
  body: z.object({ token: secret }),
  returns: null,
  status: 204,
  refuses: [],
  rateLimit: addressLimit,
})
