import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { captchaRefusals } from './captcha-refusals.ts'
import { mailedToken } from './email.ts'
import { emailAddress } from './email-address.ts'
import { addressLimit, mailLimit } from './limits.ts'
import { newPasswordRefusals } from './password-refusals.ts'
import { Done, destination } from './shapes.ts'

const tag = 'Passwords'

const request = {
  wire: 'account',
  method: 'POST',
  summary: 'Mail a link to choose a new password',
  description: 'The answer is always the same, whether or not somebody has this address.',
  tag,
  for: 'anyone',
  body: z.object({ email: emailAddress, redirectTo: z.optional(destination) }),
  returns: z.object({ status: z.literal(true), message: z.string() }),
  status: 200,
  refuses: [...captchaRefusals, 'invalid_redirect_url', 'reset_password_is_not_enabled'],
  // Two names of one call share one count.
  rateLimit: mailLimit.map((rule) => ({ ...rule, bucket: 'requestPasswordReset' })),
} as const

export const forgetPassword = endpoint({
  ...request,
  name: 'forgetPassword',
  path: '/api/auth/forget-password',
})

export const requestPasswordReset = endpoint({
  ...request,
  name: 'requestPasswordReset',
  path: '/api/auth/request-password-reset',
})

export const openResetLink = endpoint({
  name: 'openResetLink',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/reset-password/:token',
  summary: 'Open a mailed link: go on to the page that asks for the new password',
  description:
    'The browser is sent to callbackURL with `token=<token>`, or with `error=INVALID_TOKEN`. ' +
    'The token is not used up by it.',
  tag,
  for: 'anyone',
  params: z.object({ token: mailedToken }),
  query: z.object({ callbackURL: z.union([z.literal(''), destination]) }),
  returns: null,
  status: 204,
  refuses: ['invalid_callback_url'],
  rateLimit: addressLimit,
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password with a mailed token',
  description:
    'The token works once, and also proves the address. All sessions end, unless the server is ' +
    'set otherwise; of an account whose address was not verified yet, everything else is removed ' +
    'by which somebody could sign in.',
  tag,
  for: 'anyone',
  query: z.object({ token: z.optional(mailedToken) }),
  body: z.object({ newPassword: z.string(), token: z.optional(mailedToken) }),
  bodyLimitBytes: 16_384,
  returns: Done,
  status: 200,
  refuses: [...newPasswordRefusals, 'reset_token_is_invalid', 'too_busy'],
  rateLimit: mailLimit,
})
