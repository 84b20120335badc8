import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../primitives.ts'
import { addressLimit, callerLimit, guessLimit } from './limits.ts'
import { Done, destination, UserLite } from './shapes.ts'

const ofSocial = { wire: 'account', tag: 'Social sign-in' } as const

const scopesMax = 50
const scopeLengthMax = 200
const tokenLengthMax = 16_384
const providerIdLengthMax = 100
const accountIdLengthMax = 255

/** Tokens alone are long. */
const bodyLimitBytes = 64 * 1024

const providerId = z.string().check(z.minLength(1), z.maxLength(providerIdLengthMax))
const accountId = z.string().check(z.minLength(1), z.maxLength(accountIdLengthMax))
const token = z.string().check(z.minLength(1), z.maxLength(tokenLengthMax))

/** In addition to those that signing in needs. */
const scopes = z.optional(
  z
    .array(
      z
        .string()
        .check(z.maxLength(scopeLengthMax), z.regex(/^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/)),
    )
    .check(z.maxLength(scopesMax)),
)

/** What an app got from the provider by itself. */
const idToken = z.object({
  token,
  /** As it was given to the provider. */
  nonce: z.optional(z.string()),
  accessToken: z.optional(token),
  refreshToken: z.optional(token),
  /** When the access token expires: seconds or milliseconds since 1970. */
  expiresAt: z.optional(z.number().check(z.minimum(0))),
})

const Leaving = z.object({
  /** The page of the provider where the browser should go on. */
  url: z.string(),
  /** Whether the client is to go there by itself. */
  redirect: z.boolean(),
})

export const signInSocial = endpoint({
  ...ofSocial,
  name: 'signInSocial',
  method: 'POST',
  path: '/api/auth/sign-in/social',
  summary: 'Sign in by another provider',
  description:
    'Answers where the browser should go on; it comes back to the callback. With an id token that ' +
    'an app got by itself, signs in at once.',
  for: 'anyone',
  body: z.object({
    provider: providerId,
    callbackURL: z.optional(destination),
    newUserCallbackURL: z.optional(destination),
    errorCallbackURL: z.optional(destination),
    /** Answers the URL without asking the client to go there. */
    disableRedirect: z.optional(z.boolean()),
    scopes,
    /** Where the provider makes users only on request: this is one. */
    requestSignUp: z.optional(z.boolean()),
    /** An address that the provider may fill in. */
    loginHint: z.optional(z.string().check(z.maxLength(accountIdLengthMax))),
    idToken: z.optional(idToken),
  }),
  bodyLimitBytes,
  returns: z.union([
    Leaving,
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

/** A browser is told what is wrong with these by being sent on, so that nothing is refused here. */
const callbackParameters = z.object({
  code: z.optional(z.unknown()),
  state: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  error_description: z.optional(z.unknown()),
  /** Who answers (RFC 9207). */
  iss: z.optional(z.unknown()),
  device_id: z.optional(z.unknown()),
  /** Apple's: what the person is called, as JSON. */
  user: z.optional(z.unknown()),
})

const ofCallback = {
  ...ofSocial,
  path: '/api/auth/callback/:id',
  for: 'anyone',
  params: z.object({ id: z.string() }),
  returns: null,
  // Every answer sends the browser on.
  status: 204,
  refuses: [],
  rateLimit: addressLimit,
} as const

export const socialCallback = endpoint({
  ...ofCallback,
  name: 'socialCallback',
  method: 'GET',
  summary: 'Where a provider sends the browser back to',
  description:
    'Sends it on: signed in to the callback URL, or with `error` to the error page of the sign-in.',
  query: callbackParameters,
})

export const socialCallbackForm = endpoint({
  ...ofCallback,
  name: 'socialCallbackForm',
  method: 'POST',
  summary: 'Where a provider makes the browser post a form to',
  description: 'Sends the browser on to the same callback by GET, where its cookies come along.',
  accepts: 'form',
  crossSite: true,
  body: z.optional(callbackParameters),
  bodyLimitBytes,
})

export const linkSocial = endpoint({
  ...ofSocial,
  name: 'linkSocial',
  method: 'POST',
  path: '/api/auth/link-social',
  summary: 'Link an account at another provider',
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
  returns: z.extend(Leaving, { status: z.optional(z.literal(true)) }),
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

export const unlinkAccount = endpoint({
  ...ofSocial,
  name: 'unlinkAccount',
  method: 'POST',
  path: '/api/auth/unlink-account',
  summary: 'Unlink an account',
  for: 'freshSession',
  body: z.object({
    providerId,
    /** The provider's name for it, where several of one provider are linked. */
    accountId: z.optional(accountId),
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
  /** What the provider calls it. */
  accountId: z.string(),
  scopes: z.array(z.string()),
})

export const listAccounts = endpoint({
  ...ofSocial,
  name: 'listAccounts',
  method: 'GET',
  path: '/api/auth/list-accounts',
  summary: 'With what one can sign in',
  for: 'session',
  returns: z.array(LinkedAccount),
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

const whoseTokens = z.object({
  providerId,
  /** The id of the linked account, here or at the provider; else the first of the provider. */
  accountId: z.optional(accountId),
  /** Only with a server key; with a session it doesn't count. */
  userId: z.optional(id('user')),
})

const tokenRefusals = [
  'user_id_or_session_is_required',
  'unauthorized',
  'session_is_not_fresh',
  'provider_unavailable',
  'account_not_found',
] as const

export const getAccessToken = endpoint({
  ...ofSocial,
  name: 'getAccessToken',
  method: 'POST',
  path: '/api/auth/get-access-token',
  summary: 'An access token of a linked account that is still valid',
  description: 'Refreshes it where it is about to expire. Of several calls at once, one refreshes.',
  for: 'anyone',
  body: whoseTokens,
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

export const refreshToken = endpoint({
  ...ofSocial,
  name: 'refreshToken',
  method: 'POST',
  path: '/api/auth/refresh-token',
  summary: 'Refresh the tokens of a linked account',
  description: 'Calls that come while a refresh is under way share its outcome.',
  for: 'anyone',
  body: whoseTokens,
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
    'provider_of_tokens_not_found',
    'refreshing_is_not_supported',
    'tokens_not_refreshed',
    'too_many_requests',
  ],
})

const ofAccountInfo = {
  ...ofSocial,
  path: '/api/auth/account-info',
  summary: 'What the provider of a linked account tells of its owner',
  for: 'session',
  returns: z.object({
    user: z.object({
      id: z.string(),
      name: z.optional(z.string()),
      email: z.optional(z.string()),
      image: z.optional(z.string()),
      emailVerified: z.boolean(),
    }),
    /** As the provider says it. */
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

/** By what the provider calls the account. */
const whichAccount = z.object({ accountId })

export const accountInfo = endpoint({
  ...ofAccountInfo,
  name: 'accountInfo',
  method: 'GET',
  query: whichAccount,
})

export const accountInfoByPost = endpoint({
  ...ofAccountInfo,
  name: 'accountInfoByPost',
  method: 'POST',
  body: whichAccount,
})
