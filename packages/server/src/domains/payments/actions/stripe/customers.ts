import type { Stripe } from 'stripe'
import { isStripeRefusal } from '../../../../platform/stripe/open-stripe.ts'
import type { CustomerReference, NewProcessorCustomer } from '../../rules/processor.ts'

/** Stripe stores cards only for its own customers. */
export async function createStripeCustomer(
  stripe: Stripe,
  { email, name, metadata, key }: NewProcessorCustomer,
): Promise<CustomerReference> {
  const created = await stripe.customers.create(
    { email, ...(name !== null && { name }), metadata },
    { idempotencyKey: key },
  )
  return { processorId: created.id }
}

/** A method that Stripe doesn’t have any more counts as detached. */
export async function detachStripeMethod(stripe: Stripe, method: string): Promise<'detached'> {
  try {
    await stripe.paymentMethods.detach(method)
  } catch (error) {
    if (!isStripeRefusal(error)) throw error
  }
  return 'detached'
}
