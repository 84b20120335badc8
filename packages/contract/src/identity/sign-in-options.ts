import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { addressLimit } from './limits.ts'

export const captchaProviders = ['cloudflare-turnstile', 'google-recaptcha', 'hcaptcha'] as const

const Length = { lengthMin: z.int(), lengthMax: z.int() }

/** What a page must know before anybody is signed in. Nothing in it is a secret. */
const SignInOptions = z.object({
  /** Whom one can sign in with, in the order to show them. */
  providers: z.array(
    z.object({
      id: z.string(),
      /** For people. */
      name: z.string(),
    }),
  ),
  /** Null where none is asked for. */
  captcha: z.nullable(z.object({ provider: z.enum(captchaProviders), siteKey: z.string() })),
  password: z.object(Length),
  username: z.object({
    ...Length,
    /** A regular expression that the whole of it must match. */
    pattern: z.string(),
  }),
  /** Whether links can be mailed: for a forgotten password, a new address, a deletion. */
  sendsMail: z.boolean(),
  /** Whether nobody signs in before having proved the e-mail address. */
  verificationRequired: z.boolean(),
  /** What people may do with their account themselves. */
  changeEmail: z.boolean(),
  deleteUser: z.boolean(),
  unlinkLastAccount: z.boolean(),
})
export type SignInOptions = z.output<typeof SignInOptions>

export const signInOptions = endpoint({
  name: 'signInOptions',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/sign-in-options',
  summary: 'What a sign-in page has to offer and to ask for',
  description:
    'The providers to sign in with, the captcha, and the rules for passwords and usernames.',
  tag: 'Signing in',
  for: 'anyone',
  returns: SignInOptions,
  status: 200,
  refuses: [],
  rateLimit: addressLimit,
})
