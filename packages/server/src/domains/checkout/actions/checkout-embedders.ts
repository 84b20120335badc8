import { findCheckoutWithSecret } from '../store/checkouts.ts'
import { checkoutSecretHash } from './checkout-secret.ts'
import type { CheckoutDeps } from './deps.ts'

/** The sites that may embed the page of a checkout; none where the secret is unknown. */
export const checkoutEmbedders =
  (deps: Pick<CheckoutDeps, 'uowFactory'>) =>
  async (clientSecret: string): Promise<readonly string[]> => {
    const hash = checkoutSecretHash(clientSecret)
    const { reads } = deps.uowFactory.database
    const found = hash === null ? undefined : await findCheckoutWithSecret(reads, hash)
    const origin = found?.row.embedOrigin ?? null
    return origin === null ? [] : [origin]
  }
