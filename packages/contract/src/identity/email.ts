import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../primitives.ts'
import { emailAddress } from './email-address.ts'
import { addressLimit, callerGuessLimit, callerLimit, mailLimit } from './limits.ts'
import { Done, destination, UserLite } from './shapes.ts'

const tag = 'E-mail'
const tokenLengthMax = 256

export const mailedToken = z.string().check(z.maxLength(tokenLengthMax))

export const sendVerificationEmail = endpoint({
  name: 'sendVerificationEmail',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/send-verification-email',
  summary: 'Mail a link that proves an e-mail address',
  description:
    'Signed in, the address must be your own and not yet verified. Otherwise the answer is always ' +
    'the same, whether or not somebody has this address.',
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

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/verify-email',
  summary: 'Open a mailed link: verify an e-mail address, or agree to change it',
  description:
    'With a callbackURL the browser is sent there, with `error=<code>` where the link was refused: ' +
    'invalid_token, token_expired, user_not_found, unauthorized, couldnt_update_your_email.',
  tag,
  for: 'anyone',
  query: z.object({ token: mailedToken, callbackURL: z.optional(destination) }),
  returns: z.object({ status: z.literal(true), user: z.nullable(UserLite) }),
  status: 200,
  refuses: [
    'invalid_callback_url',
    'verification_token_is_invalid',
    'verification_token_is_expired',
    'verification_user_not_found',
    'verification_is_unauthorized',
    'could_not_update_your_email',
  ],
  rateLimit: addressLimit,
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Change your e-mail address',
  description:
    'A verified address is asked first: a link is mailed to it, and opening the link changes the ' +
    'address. An unverified one is changed at once. The new address then gets a link to verify it. ' +
    'Asking anew ends what was asked before.',
  tag,
  for: 'session',
  body: z.object({ newEmail: emailAddress, callbackURL: z.optional(destination) }),
  returns: Done,
  status: 200,
  refuses: [
    'unauthorized',
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
  /** The address in use, which the link was mailed to. */
  sentTo: z.string(),
  expiresAt: instant,
})

export const pendingEmailChange = endpoint({
  name: 'pendingEmailChange',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/pending-email-change',
  summary: 'Which change of your e-mail address waits for you to open the mailed link',
  description: 'Null where none does. Only the change of a verified address waits.',
  tag,
  for: 'session',
  returns: z.nullable(PendingEmailChange),
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/cancel-email-change',
  summary: 'Call a change of your e-mail address off',
  description: 'The link that was mailed for it is good for nothing then.',
  tag,
  for: 'session',
  returns: Done,
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})
