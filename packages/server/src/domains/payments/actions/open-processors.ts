import { openStripe } from '../../../platform/stripe/open-stripe.ts'
import type { Processors } from '../rules/processor.ts'
import type { PaymentParts } from './parts.ts'
import { quietManners } from './sandbox/parts.ts'
import { openSandbox } from './sandbox/sandbox.ts'
import { stripeProcessor } from './stripe/stripe-processor.ts'

/** The sandbox stays open beside Stripe: what began there ends there. */
export function openProcessors(
  parts: Pick<PaymentParts, 'workshop' | 'clock' | 'keyring' | 'config' | 'log'>,
): Processors {
  const stripe = openStripe(parts.config)
  return {
    current: stripe === null ? 'sandbox' : 'stripe',
    sandbox: openSandbox({ ...parts, manners: quietManners }),
    stripe: stripe === null ? null : stripeProcessor(stripe, parts.log),
  }
}

/** The same, but in the sandbox money takes its time to go back, as it does at some banks. */
export const withSlowRefunds = <P extends PaymentParts>(parts: P): P => ({
  ...parts,
  processors: {
    ...parts.processors,
    sandbox: openSandbox({ ...parts, manners: { ...quietManners, isRefundSlow: true } }),
  },
})
