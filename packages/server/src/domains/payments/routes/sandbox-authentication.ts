import { answerSandboxAuthentication } from '@guildhall/contract/payments/sandbox'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { answerAuthentication } from '../actions/sandbox/answer-authentication.ts'
import { quietManners } from '../actions/sandbox/parts.ts'

/** Whoever has the client secret is the buyer, as it is at real processors. */
export const sandboxAuthenticationRoute = (
  parts: Pick<PaymentParts, 'workshop' | 'clock' | 'keyring'>,
): EndpointRoute =>
  serve(answerSandboxAuthentication, async ({ params, body }) => {
    const sandbox = { ...parts, manners: quietManners }
    return { status: await answerAuthentication(sandbox, params.clientSecret, body.outcome) }
  })
