import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { captchaRefusals } from './captcha-refusals.ts'
import { guessLimit } from './limits.ts'
import { newPasswordRefusals } from './password-refusals.ts'
import { destination, image, personName, UserLite } from './shapes.ts'

const ofSigningIn = {
  wire: 'account',
  tag: 'Signing in',
  method: 'POST',
  for: 'anyone',
  status: 200,
  rateLimit: guessLimit,
} as const

const bodyLimitBytes = 16_384

export const signUpEmail = operation({
  ...ofSigningIn,
  name: 'signUpEmail',
  path: '/api/auth/sign-up/email',
  summary: 'Sign up with an email address and a password',
  description:
    'If addresses must be verified first, the response is the same for an address that already has ' +
    'an account; its owner is notified by mail.',
  body: z.object({
    name: personName,
    email: z.string(),
    password: z.string(),
    image: z.optional(z.nullable(image)),
    username: z.optional(z.string()),
    displayUsername: z.optional(z.string()),
    callbackURL: z.optional(destination),
    rememberMe: z.optional(z.boolean()),
  }),
  bodyLimitBytes,
  returns: z.object({ token: z.nullable(z.string()), user: UserLite }),
  refuses: [
    ...captchaRefusals,
    ...newPasswordRefusals,
    'invalid_email',
    'username_is_too_short',
    'username_is_too_long',
    'username_is_invalid',
    'username_is_taken',
    'user_already_exists',
    'invalid_callback_url',
    'too_busy',
  ],
})

export const signInEmail = operation({
  ...ofSigningIn,
  name: 'signInEmail',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with an email address and a password',
  body: z.object({
    email: z.string(),
    password: z.string(),
    callbackURL: z.optional(destination),
    rememberMe: z.optional(z.boolean()),
  }),
  bodyLimitBytes,
  returns: z.object({
    /** Whether a browser should be redirected to `url`. */
    redirect: z.boolean(),
    token: z.string(),
    url: z.optional(z.string()),
    user: UserLite,
  }),
  refuses: [
    ...captchaRefusals,
    'invalid_email',
    'invalid_email_or_password',
    'email_not_verified',
    'banned_user',
    'invalid_callback_url',
    'too_many_requests',
    'too_busy',
  ],
})

export const isUsernameAvailable = operation({
  ...ofSigningIn,
  name: 'isUsernameAvailable',
  path: '/api/auth/is-username-available',
  summary: 'Say whether a username is free',
  description: 'It may be taken before you sign up, which then says so.',
  body: z.object({ username: z.string() }),
  returns: z.object({ available: z.boolean() }),
  refuses: ['username_is_too_short', 'username_is_too_long', 'username_is_invalid'],
  rateLimit: [{ requestsMax: 10, windowSeconds: 10, by: 'address' }],
})

export const signInUsername = operation({
  ...ofSigningIn,
  name: 'signInUsername',
  path: '/api/auth/sign-in/username',
  summary: 'Sign in with a username and a password',
  body: z.object({
    username: z.string(),
    password: z.string(),
    rememberMe: z.optional(z.boolean()),
  }),
  bodyLimitBytes,
  returns: z.object({
    token: z.string(),
    user: z.extend(UserLite, { username: z.nullable(z.string()) }),
  }),
  refuses: [
    ...captchaRefusals,
    'invalid_username_or_password',
    'username_is_too_short',
    'username_is_too_long',
    'username_is_invalid',
    'username_email_not_verified',
    'banned_user',
    'too_many_requests',
    'too_busy',
    'unexpected_error',
  ],
  failsAs: 'unexpected_error',
})
