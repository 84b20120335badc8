import { openStripe } from '../../../platform/stripe/open-stripe.ts'
import type { Processor, Processors } from '../rules/processor.ts'
import type { PaymentDeps } from './deps.ts'
import { defaultBehavior } from './sandbox/deps.ts'
import { openSandbox } from './sandbox/sandbox.ts'
import { stripeProcessor } from './stripe/stripe-processor.ts'

/** The sandbox stays available alongside Stripe, for payments that started there. */
export function openProcessors(
  deps: Pick<PaymentDeps, 'uowFactory' | 'clock' | 'keyring' | 'config' | 'log'>,
): Processors {
  const stripe = openStripeProcessor(deps)
  return {
    current: stripe === null ? 'sandbox' : 'stripe',
    sandbox: openSandbox({ ...deps, behavior: defaultBehavior }),
    stripe,
  }
}

/** Null where Stripe isn’t configured. */
export function openStripeProcessor({
  config,
  log,
}: Pick<PaymentDeps, 'config' | 'log'>): Processor | null {
  const stripe = openStripe(config)
  return stripe === null ? null : stripeProcessor(stripe, log)
}

/** With a sandbox whose refunds stay pending for a while, as at some banks. */
export const withSlowRefunds = <P extends PaymentDeps>(deps: P): P => ({
  ...deps,
  processors: {
    ...deps.processors,
    sandbox: openSandbox({ ...deps, behavior: { ...defaultBehavior, isRefundSlow: true } }),
  },
})
