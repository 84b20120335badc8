import * as z from 'zod/mini'
import { operation } from '../operation.ts'
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
  summary: 'Send a password reset email',
  description: 'The response is the same whether or not the address belongs to a user.',
  tag,
  for: 'anyone',
  body: z.object({ email: emailAddress, redirectTo: z.optional(destination) }),
  returns: z.object({ status: z.literal(true), message: z.string() }),
  status: 200,
  refuses: [...captchaRefusals, 'invalid_redirect_url', 'reset_password_is_not_enabled'],
  // Both names of the operation share one rate limit.
  rateLimit: mailLimit.map((rule) => ({ ...rule, bucket: 'requestPasswordReset' })),
} as const

export const forgetPassword = operation({
  ...request,
  name: 'forgetPassword',
  path: '/api/auth/forget-password',
})

export const requestPasswordReset = operation({
  ...request,
  name: 'requestPasswordReset',
  path: '/api/auth/request-password-reset',
})

export const openResetLink = operation({
  name: 'openResetLink',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/reset-password/:token',
  summary: 'Open a password reset link',
  description:
    'Redirects to the callbackURL with `token=<token>`, or with `error=INVALID_TOKEN`. ' +
    'Does not consume the token.',
  tag,
  for: 'anyone',
  params: z.object({ token: mailedToken }),
  query: z.object({ callbackURL: destination }),
  returns: null,
  status: 204,
  refuses: ['invalid_callback_url'],
  rateLimit: addressLimit,
})

export const resetPassword = operation({
  name: 'resetPassword',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Reset a password with a mailed token',
  description:
    'The token works once and also verifies the address. All sessions end, unless the server is ' +
    'configured otherwise. If the address was not verified before, the linked accounts are ' +
    'removed.',
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
