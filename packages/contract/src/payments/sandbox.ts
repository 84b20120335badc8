import * as z from 'zod/mini'
import { operation, type RateLimitRule } from '../operation.ts'
import { PaymentStatus } from './shapes.ts'

const clientSecretLengthMax = 255

const authenticationLimit = [
  { requestsMax: 30, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

export const answerSandboxAuthentication = operation({
  wire: 'billing',
  tag: 'Sandbox',
  name: 'answerSandboxAuthentication',
  method: 'POST',
  path: '/v1/sandbox/authentications/:clientSecret',
  summary: 'Answer an authentication in the sandbox',
  description:
    'At a real processor the buyer’s bank asks whether they confirm the payment; in the sandbox a ' +
    'page does. The client secret is the one that the checkout received for its intent.',
  for: 'anyone',
  params: z.object({
    clientSecret: z.string().check(z.maxLength(clientSecretLengthMax)),
  }),
  body: z.object({ outcome: z.enum(['confirmed', 'declined']) }),
  returns: z.object({ status: PaymentStatus }),
  status: 200,
  // Repeating the same answer returns the same result.
  idempotent: false,
  refuses: ['not_found', 'sandbox_authentication_over'],
  rateLimit: authenticationLimit,
})
