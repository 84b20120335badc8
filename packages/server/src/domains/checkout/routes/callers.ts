import { Problem } from '../../../kernel/refusal.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import { checkoutSecretHash } from '../actions/checkout-secret.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { findShown, type ShownCheckout } from '../actions/find-shown.ts'

/** A buyer, known only by their checkout and its seller. */
export type Buyer = ShownCheckout

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    clientSecret: Buyer
  }
}

/** The secret of a checkout identifies its buyer; other credentials are ignored. */
export const checkoutResolver =
  (deps: Pick<CheckoutDeps, 'uowFactory'>): Resolver<Buyer> =>
  async ({ pathValues }) => {
    const hash = checkoutSecretHash(pathValues['clientSecret'] ?? '')
    if (hash === null) throw new Problem('not_found')
    const found = await findShown(deps.uowFactory.database, hash)
    if (found === undefined) throw new Problem('not_found')
    const { organizationId, id } = found.row
    return { caller: found, subject: `checkout:${id}`, organizationId }
  }
