import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id, instant } from '../primitives.ts'
import { givenUserIfRead } from './given-id.ts'
import { addressLimit, callerLimit, guessLimit } from './limits.ts'
import { Done, destination, UserLite } from './shapes.ts'

const ofSocial = { wire: 'account', tag: 'Social sign-in' } as const

const scopesMax = 50
const scopeLengthMax = 200
const tokenLengthMax = 16_384
const providerIdLengthMax = 100
const accountIdLengthMax = 255

/** Bodies carry tokens, which are long. */
const bodyLimitBytes = 64 * 1024

const providerId = z.string().check(z.minLength(1), z.maxLength(providerIdLengthMax))
const accountId = z.string().check(z.minLength(1), z.maxLength(accountIdLengthMax))

/** Empty counts as absent. */
const accountIdOrAbsent = z.optional(
  z.pipe(
    z.string().check(z.maxLength(accountIdLengthMax)),
    z.transform((text) => (text === '' ? undefined : text)),
  ),
)
const token = z.string().check(z.minLength(1), z.maxLength(tokenLengthMax))

/** In addition to those required for signing in. */
const scopes = z.optional(
  z
    .array(
      z
        .string()
        .check(z.maxLength(scopeLengthMax), z.regex(/^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/)),
    )
    .check(z.maxLength(scopesMax)),
)

/** An id token that an app obtained itself. */
const idToken = z.object({
  token,
  /** As it was sent to the provider. */
  nonce: z.optional(z.string()),
  accessToken: z.optional(token),
  refreshToken: z.optional(token),
  /** When the access token expires: seconds or milliseconds since 1970. */
  expiresAt: z.optional(z.number().check(z.minimum(0))),
})

const ProviderRedirect = z.object({
  /** The provider's consent page. */
  url: z.string(),
  /** Whether the client should redirect automatically. */
  redirect: z.boolean(),
})

export const signInSocial = operation({
  ...ofSocial,
  name: 'signInSocial',
  method: 'POST',
  path: '/api/auth/sign-in/social',
  summary: 'Sign in with a provider',
  description:
    'Returns the URL to redirect the browser to; the provider redirects it to the callback. With ' +
    'an id token that an app obtained itself, signs in immediately.',
  for: 'anyone',
  body: z.object({
    provider: providerId,
    callbackURL: z.optional(destination),
    newUserCallbackURL: z.optional(destination),
    errorCallbackURL: z.optional(destination),
    /** Return the URL without asking the client to redirect. */
    disableRedirect: z.optional(z.boolean()),
    scopes,
    /** Sign up, if the provider is configured to create users only on request. */
    requestSignUp: z.optional(z.boolean()),
    /** An address that the provider may prefill. */
    loginHint: z.optional(z.string().check(z.maxLength(accountIdLengthMax))),
    idToken: z.optional(idToken),
  }),
  bodyLimitBytes,
  returns: z.union([
    ProviderRedirect,
    z.object({ redirect: z.literal(false), token: z.string(), user: UserLite }),
  ]),
  status: 200,
  refuses: [
    'invalid_callback_url',
    'invalid_new_user_callback_url',
    'invalid_error_callback_url',
    'provider_not_found',
    'provider_unavailable',
    'id_token_not_supported',
    'id_token_is_invalid',
    'unable_to_get_user_info',
    'user_email_not_found',
    'account_not_linked',
    'account_already_linked_to_different_user',
    'signup_disabled',
    'email_not_verified',
    'banned_user',
    'unauthorized',
  ],
  rateLimit: guessLimit,
})

/** Faults in these are reported by a redirect, so nothing is refused here. */
const callbackParameters = z.object({
  code: z.optional(z.unknown()),
  state: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  error_description: z.optional(z.unknown()),
  /** The issuer (RFC 9207). */
  iss: z.optional(z.unknown()),
  device_id: z.optional(z.unknown()),
  /** From Apple: the person's name, as JSON. */
  user: z.optional(z.unknown()),
})

const ofCallback = {
  ...ofSocial,
  path: '/api/auth/callback/:id',
  for: 'anyone',
  params: z.object({ id: z.string() }),
  returns: null,
  // Always redirects.
  status: 204,
  refuses: [],
  rateLimit: addressLimit,
} as const

export const socialCallback = operation({
  ...ofCallback,
  name: 'socialCallback',
  method: 'GET',
  summary: 'Complete a provider sign-in',
  description:
    'The provider redirects the browser here. Redirects to the callback URL, or with `error` to ' +
    'the error page of the sign-in.',
  query: callbackParameters,
})

export const socialCallbackForm = operation({
  ...ofCallback,
  name: 'socialCallbackForm',
  method: 'POST',
  summary: 'Complete a provider sign-in by form post',
  description: 'Redirects the browser to the same callback by GET, which carries its cookies.',
  accepts: 'form',
  crossSite: true,
  body: z.optional(callbackParameters),
  bodyLimitBytes,
})

export const linkSocial = operation({
  ...ofSocial,
  name: 'linkSocial',
  method: 'POST',
  path: '/api/auth/link-social',
  summary: 'Link a provider account',
  for: 'session',
  body: z.object({
    provider: providerId,
    callbackURL: z.optional(destination),
    errorCallbackURL: z.optional(destination),
    scopes,
    requestSignUp: z.optional(z.boolean()),
    disableRedirect: z.optional(z.boolean()),
    idToken: z.optional(idToken),
  }),
  bodyLimitBytes,
  returns: z.extend(ProviderRedirect, { status: z.optional(z.literal(true)) }),
  status: 200,
  refuses: [
    'unauthorized',
    'invalid_callback_url',
    'invalid_error_callback_url',
    'provider_not_found',
    'provider_unavailable',
    'id_token_not_supported',
    'id_token_is_invalid',
    'unable_to_get_user_info',
    'user_email_not_found',
    'linking_not_allowed',
    'different_emails_not_allowed',
    'account_already_linked_to_different_user',
  ],
  rateLimit: callerLimit,
})

export const unlinkAccount = operation({
  ...ofSocial,
  name: 'unlinkAccount',
  method: 'POST',
  path: '/api/auth/unlink-account',
  summary: 'Unlink a provider account',
  for: 'freshSession',
  body: z.object({
    providerId,
    /** The provider's id of the account, if several of one provider are linked. */
    accountId: accountIdOrAbsent,
  }),
  returns: Done,
  status: 200,
  refuses: [
    'unauthorized',
    'session_is_not_fresh',
    'last_account_can_not_be_unlinked',
    'account_not_found',
  ],
  rateLimit: callerLimit,
})

export const LinkedAccount = z.object({
  id: id('account'),
  provider: z.string(),
  providerId: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** The provider's id of the account. */
  accountId: z.string(),
  scopes: z.array(z.string()),
})

export const listAccounts = operation({
  ...ofSocial,
  name: 'listAccounts',
  method: 'GET',
  path: '/api/auth/list-accounts',
  summary: 'List your linked accounts',
  for: 'session',
  returns: z.array(LinkedAccount),
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

const tokenSelection = z.object({
  providerId,
  /** The id of the linked account, here or at the provider; defaults to the provider's first. */
  accountId: accountIdOrAbsent,
  /** Only with a server key; ignored with a session. */
  userId: givenUserIfRead,
})

const tokenRefusals = [
  'user_id_or_session_is_required',
  'unauthorized',
  'session_is_not_fresh',
  'provider_unavailable',
  'account_not_found',
] as const

export const getAccessToken = operation({
  ...ofSocial,
  name: 'getAccessToken',
  method: 'POST',
  path: '/api/auth/get-access-token',
  summary: 'Get a valid access token of a linked account',
  description: 'Refreshes the token if it is about to expire. Parallel calls share one refresh.',
  for: 'anyone',
  body: tokenSelection,
  returns: z.object({
    accessToken: z.optional(z.string()),
    accessTokenExpiresAt: z.optional(instant),
    scopes: z.array(z.string()),
    idToken: z.optional(z.string()),
  }),
  status: 200,
  refuses: [
    ...tokenRefusals,
    'provider_is_not_supported',
    'no_valid_access_token',
    'too_many_requests',
  ],
})

export const refreshToken = operation({
  ...ofSocial,
  name: 'refreshToken',
  method: 'POST',
  path: '/api/auth/refresh-token',
  summary: 'Refresh the tokens of a linked account',
  description: 'Always asks the provider. Calls during a refresh share its result.',
  for: 'anyone',
  body: tokenSelection,
  returns: z.object({
    tokenType: z.optional(z.string()),
    accessToken: z.string(),
    refreshToken: z.optional(z.string()),
    accessTokenExpiresAt: z.optional(instant),
    refreshTokenExpiresAt: z.optional(instant),
    scopes: z.array(z.string()),
    idToken: z.optional(z.string()),
  }),
  status: 200,
  refuses: [
    ...tokenRefusals,
    'provider_is_not_supported',
    'refreshing_is_not_supported',
    'tokens_not_refreshed',
    'too_many_requests',
  ],
})

const ofAccountInfo = {
  ...ofSocial,
  path: '/api/auth/account-info',
  summary: 'Get the provider profile of a linked account',
  for: 'session',
  returns: z.object({
    user: z.object({
      id: z.string(),
      name: z.optional(z.string()),
      email: z.optional(z.string()),
      image: z.optional(z.string()),
      emailVerified: z.boolean(),
    }),
    /** As the provider sent it. */
    data: z.record(z.string(), z.unknown()),
  }),
  status: 200,
  refuses: [
    'unauthorized',
    'account_not_found',
    'provider_of_account_not_configured',
    'provider_unavailable',
    'no_valid_access_token',
    'no_info_of_account',
  ],
  rateLimit: callerLimit,
} as const

/** By the provider's id of the account. */
const accountSelection = z.object({ accountId })

export const accountInfo = operation({
  ...ofAccountInfo,
  name: 'accountInfo',
  method: 'GET',
  query: accountSelection,
})

export const accountInfoByPost = operation({
  ...ofAccountInfo,
  name: 'accountInfoByPost',
  method: 'POST',
  body: accountSelection,
})
