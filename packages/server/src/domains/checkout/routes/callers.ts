import { Problem } from '../../../kernel/refusal.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { findOrganizationBySecret } from '../../organizations/store/secret-directory.ts'
import { checkoutSecretHash } from '../actions/checkout-secret.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { type FoundCheckout, findCheckoutWithSecret } from '../store/checkouts.ts'

/** A buyer, known only by their checkout and its seller. */
export interface Buyer extends FoundCheckout {
  readonly organization: OrganizationRow
}

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
    const { reads } = deps.uowFactory.database
    const [found, organization] = await Promise.all([
      findCheckoutWithSecret(reads, hash),
      findOrganizationBySecret(reads, hash),
    ])
    if (found === undefined || organization === undefined) throw new Problem('not_found')
    const { organizationId, id } = found.row
    return { caller: { ...found, organization }, subject: `checkout:${id}`, organizationId }
  }
