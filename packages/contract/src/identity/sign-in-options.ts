import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { addressLimit } from './limits.ts'

export const captchaProviders = ['cloudflare-turnstile', 'google-recaptcha', 'hcaptcha'] as const

const Length = { lengthMin: z.int(), lengthMax: z.int() }

/** What a sign-in page needs to know. Nothing in it is secret. */
const SignInOptions = z.object({
  /** The providers to sign in with, in display order. */
  providers: z.array(
    z.object({
      id: z.string(),
      /** Shown to people. */
      name: z.string(),
    }),
  ),
  /** Null if none is required. */
  captcha: z.nullable(z.object({ provider: z.enum(captchaProviders), siteKey: z.string() })),
  password: z.object(Length),
  username: z.object({
    ...Length,
    /** A regular expression that the whole username must match. */
    pattern: z.string(),
  }),
  /** Whether the server can mail links that verify, reset or delete. */
  sendsMail: z.boolean(),
  /** Whether signing in requires a verified email address. */
  verificationRequired: z.boolean(),
  /** What users may do with their own account. */
  changeEmail: z.boolean(),
  deleteUser: z.boolean(),
  unlinkLastAccount: z.boolean(),
})
export type SignInOptions = z.output<typeof SignInOptions>

export const signInOptions = operation({
  name: 'signInOptions',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/sign-in-options',
  summary: 'Get the sign-in options',
  description:
    'Returns the providers to sign in with, the captcha, and rules for passwords and usernames.',
  tag: 'Signing in',
  for: 'anyone',
  returns: SignInOptions,
  status: 200,
  refuses: [],
  rateLimit: addressLimit,
})
