import { answerSandboxAuthentication } from '@guildhall/contract/payments/sandbox'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { answerAuthentication } from '../actions/sandbox/answer-authentication.ts'
import { defaultBehavior } from '../actions/sandbox/deps.ts'

/** As at real processors, the client secret proves that the caller is the buyer. */
export const sandboxAuthenticationRoute = (
  deps: Pick<PaymentDeps, 'uowFactory' | 'clock' | 'keyring'>,
): OperationRoute =>
  serve(answerSandboxAuthentication, async ({ params, body }) => {
    const sandbox = { ...deps, behavior: defaultBehavior }
    return { status: await answerAuthentication(sandbox, params.clientSecret, body.outcome) }
  })
