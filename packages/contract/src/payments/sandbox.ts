import * as z from 'zod/mini'
import { endpoint, type RateLimitRule } from '../endpoint.ts'
import { PaymentStatus } from './shapes.ts'

const clientSecretLengthMax = 255

const authenticationLimit = [
  { requestsMax: 30, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

export const answerSandboxAuthentication = endpoint({
  wire: 'billing',
  tag: 'Sandbox',
  name: 'answerSandboxAuthentication',
  method: 'POST',
  path: '/v1/sandbox/authentications/:clientSecret',
  summary: 'Answer a bank’s question in the sandbox',
  description:
    'What the buyer’s bank asks at a real processor, a page asks here: whether the buyer confirms ' +
    'the payment. The client secret is the one that the checkout got for its intent.',
  for: 'anyone',
  params: z.object({
    clientSecret: z.string().check(z.maxLength(clientSecretLengthMax)),
  }),
  body: z.object({ outcome: z.enum(['confirmed', 'declined']) }),
  returns: z.object({ status: PaymentStatus }),
  status: 200,
  // What it does once is done; a repetition finds it so, and is answered alike.
  idempotent: false,
  refuses: ['not_found', 'sandbox_authentication_over'],
  rateLimit: authenticationLimit,
})
