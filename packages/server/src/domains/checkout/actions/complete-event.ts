import { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import * as z from 'zod/mini'
import { checkoutSecret } from './checkout-secret.ts'
import type { CheckoutParts } from './parts.ts'
import { publicProcessorMetadata, successUrlOf } from './present-checkout.ts'

type CheckoutData = Readonly<Record<string, unknown>>

const Logged = z.object({
  id: checkoutId,
  /** In the log it names the key from which the secret is derived. */
  client_secret: z.string(),
  success_url: z.string(),
})

/**
 * A logged checkout as its seller is told of it: what opens it is put back. What a payment under
 * way needs is only ever shown at the checkout itself.
 */
export const completeCheckout =
  ({ config, keyring }: Pick<CheckoutParts, 'config' | 'keyring'>) =>
  (data: CheckoutData): CheckoutData => {
    const { id, client_secret: secretKeyId, success_url } = z.parse(Logged, data)
    const clientSecret = checkoutSecret(keyring, { id, secretKeyId })
    const url = `${config.server.url}/checkout/${clientSecret}`
    return {
      ...data,
      client_secret: clientSecret,
      url,
      success_url: success_url === '' ? successUrlOf({ id, successUrl: null }, url) : success_url,
      payment_processor_metadata: publicProcessorMetadata(config),
    }
  }
