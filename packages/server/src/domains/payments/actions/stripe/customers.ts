import type { Stripe } from 'stripe'
import { isStripeRefusal } from '../../../../platform/stripe/open-stripe.ts'
import type { CustomerSeen, CustomerToKnow } from '../../rules/processor.ts'

/** Stripe keeps cards only for customers of its own. */
export async function knowAtStripe(
  stripe: Stripe,
  { email, name, metadata, key }: CustomerToKnow,
): Promise<CustomerSeen> {
  const made = await stripe.customers.create(
    { email, ...(name !== null && { name }), metadata },
    { idempotencyKey: key },
  )
  return { processorId: made.id }
}

/** What Stripe doesn’t have any more is forgotten as well. */
export async function forgetAtStripe(stripe: Stripe, method: string): Promise<'forgotten'> {
  try {
    await stripe.paymentMethods.detach(method)
  } catch (error) {
    if (!isStripeRefusal(error)) throw error
  }
  return 'forgotten'
}
