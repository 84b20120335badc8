import { Checkout } from '@guildhall/contract/checkout/checkout-shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import type { EventCompletion } from '../../../platform/domain.ts'
import { successUrlOf } from '../present/checkout.ts'
import { checkoutSecret } from './checkout-secret.ts'
import type { CheckoutDeps } from './deps.ts'
import { checkoutUrl, publicProcessorMetadata } from './show-checkout.ts'

type CheckoutData = Readonly<Record<string, unknown>>

const Logged = z.pick(Checkout, { id: true, clientSecret: true, successUrl: true })
const codec = wireCodec(Logged, 'billing')

/** What the event log must not keep of a checkout: what opens it. */
export const checkoutCompletion = (
  deps: Pick<CheckoutDeps, 'config' | 'keyring'>,
): EventCompletion => ({
  requires: 'checkouts:write',
  restore: completeCheckoutPayload(deps),
  // The log keeps the URLs empty, and the name of a key in place of the secret.
  withhold: (data) => ({ ...data, client_secret: '' }),
})

/**
 * Restores the secret that opens the checkout, and the URLs with it. What an unfinished payment
 * needs is only ever shown at the checkout itself.
 */
const completeCheckoutPayload =
  ({ config, keyring }: Pick<CheckoutDeps, 'config' | 'keyring'>) =>
  (data: CheckoutData): CheckoutData => {
    // The log names the key that the secret is derived from, in place of the secret.
    const { id, clientSecret: secretKeyId, successUrl } = z.parse(Logged, codec.decode(data))
    const clientSecret = checkoutSecret(keyring, { id, secretKeyId })
    const url = checkoutUrl({ config }, clientSecret)
    return {
      ...data,
      client_secret: clientSecret,
      url,
      success_url: successUrl === '' ? successUrlOf({ id, successUrl: null }, url) : successUrl,
      payment_processor_metadata: publicProcessorMetadata(config),
    }
  }
