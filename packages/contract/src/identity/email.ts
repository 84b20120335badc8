import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { instant } from '../primitives.ts'
import { emailAddress } from './email-address.ts'
import { addressLimit, callerGuessLimit, callerLimit, guessLimit, mailLimit } from './limits.ts'
import { Done, destination, UserLite } from './shapes.ts'

const tag = 'Email'
const tokenLengthMax = 256

export const mailedToken = z.string().check(z.maxLength(tokenLengthMax))

export const sendVerificationEmail = operation({
  name: 'sendVerificationEmail',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/send-verification-email',
  summary: 'Send a verification email',
  description:
    'For a signed-in user, the address must be their own and not yet verified. Otherwise the ' +
    'response is the same whether or not the address belongs to a user.',
  tag,
  for: 'anyone',
  body: z.object({ email: emailAddress, callbackURL: z.optional(destination) }),
  returns: Done,
  status: 200,
  refuses: [
    'invalid_callback_url',
    'verification_email_is_not_enabled',
    'only_to_an_unverified_email',
    'only_to_your_own_email',
  ],
  rateLimit: mailLimit,
})

const openLinkRefusals = [
  'invalid_callback_url',
  'verification_token_is_invalid',
  'verification_token_is_expired',
  'verification_user_not_found',
  'verification_is_unauthorized',
] as const

export const verifyEmail = operation({
  name: 'verifyEmail',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/verify-email',
  summary: 'Verify an email address, or confirm its change, with a mailed token',
  description:
    'Redirects to the callbackURL if there is one, with `error=<code>` if the token is refused: ' +
    'invalid_token, token_expired, user_not_found, unauthorized, couldnt_update_your_email. ' +
    'Without the session of the account, the holder of the token may be someone else than its ' +
    'creator: all sessions end, and the password and linked accounts are removed. A browser that ' +
    'navigates here is redirected to a page that asks first.',
  tag,
  for: 'anyone',
  query: z.object({ token: mailedToken, callbackURL: z.optional(destination) }),
  returns: z.object({ status: z.literal(true), user: z.nullable(UserLite) }),
  status: 200,
  refuses: [...openLinkRefusals, 'could_not_update_your_email'],
  rateLimit: addressLimit,
})

export const describeEmailLink = operation({
  name: 'describeEmailLink',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/describe-email-link',
  summary: 'Get what a mailed token would confirm',
  description:
    'Changes nothing. For a refused token it returns the code that the GET redirects with.',
  tag,
  for: 'anyone',
  body: z.object({ token: mailedToken, callbackURL: z.optional(destination) }),
  returns: z.union([
    z.object({ error: z.string() }),
    z.object({
      email: z.string(),
      /** The address to change to; null if the token only verifies the address. */
      newEmail: z.nullable(z.string()),
      /** It was confirmed before. */
      isDone: z.boolean(),
      /** Confirming without the password would end all earlier access to the account. */
      endsAccess: z.boolean(),
      hasPassword: z.boolean(),
    }),
  ]),
  status: 200,
  refuses: ['invalid_callback_url'],
  rateLimit: addressLimit,
})

export const confirmEmail = operation({
  name: 'confirmEmail',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm a mailed token',
  description:
    'Like the GET, but without the session of the account it requires the password, which also ' +
    'signs in. With `endAccess` it may be omitted: all sessions end, and the password and linked ' +
    'accounts are removed.',
  tag,
  for: 'anyone',
  body: z.object({
    token: mailedToken,
    callbackURL: z.optional(destination),
    password: z.optional(z.string()),
    endAccess: z.optional(z.boolean()),
  }),
  returns: z.object({ status: z.literal(true), user: z.nullable(UserLite) }),
  status: 200,
  refuses: [
    ...openLinkRefusals,
    'could_not_update_your_email',
    'verification_needs_the_password',
    'credential_account_not_found',
    'invalid_password',
    'too_many_requests',
    'too_busy',
  ],
  rateLimit: guessLimit,
})

export const changeEmail = operation({
  name: 'changeEmail',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Change your email address',
  description:
    'If the current address is verified, mails it a link; opening the link changes the address. ' +
    'An unverified address is changed immediately. The new address receives a link to verify it. ' +
    'A new request cancels the previous one.',
  tag,
  for: 'freshSession',
  body: z.object({ newEmail: emailAddress, callbackURL: z.optional(destination) }),
  returns: Done,
  status: 200,
  refuses: [
    'unauthorized',
    'session_is_not_fresh',
    'invalid_callback_url',
    'change_email_is_disabled',
    'email_is_the_same',
    'could_not_update_your_email',
    'verification_email_is_not_enabled',
    'too_many_requests',
  ],
  rateLimit: callerGuessLimit,
})

const PendingEmailChange = z.object({
  newEmail: z.string(),
  /** The current address, which the link was mailed to. */
  sentTo: z.string(),
  expiresAt: instant,
})

export const pendingEmailChange = operation({
  name: 'pendingEmailChange',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/pending-email-change',
  summary: 'Get the pending change of your email address',
  description: 'Null if there is none. Only changes of verified addresses are pending.',
  tag,
  for: 'session',
  returns: z.nullable(PendingEmailChange),
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const cancelEmailChange = operation({
  name: 'cancelEmailChange',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/cancel-email-change',
  summary: 'Cancel the pending change of your email address',
  description: 'Invalidates the mailed link.',
  tag,
  for: 'session',
  returns: Done,
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})
