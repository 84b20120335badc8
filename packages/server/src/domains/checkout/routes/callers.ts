import { Problem } from '../../../kernel/refusal.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import { findOrganizationOfSecret, type OrganizationRow } from '../../organizations/index.ts'
import { checkoutSecretHash } from '../actions/checkout-secret.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { type FoundCheckout, findCheckoutWithSecret } from '../store/checkouts.ts'

/** Who buys: all that is known of them is their checkout, and of whom they buy. */
export interface Buyer extends FoundCheckout {
  readonly organization: OrganizationRow
}

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    clientSecret: Buyer
  }
}

/** Whoever shows the secret of a checkout is its buyer; nothing else that they show is read. */
export const buyerResolver =
  (parts: Pick<CheckoutParts, 'workshop'>): Resolver<Buyer> =>
  async ({ pathValues }) => {
    const hash = checkoutSecretHash(pathValues['clientSecret'] ?? '')
    if (hash === null) throw new Problem('not_found')
    const { reads } = parts.workshop.database
    const [found, organization] = await Promise.all([
      findCheckoutWithSecret(reads, hash),
      findOrganizationOfSecret(reads, hash),
    ])
    if (found === undefined || organization === undefined) throw new Problem('not_found')
    const { organizationId, id } = found.row
    return { caller: { ...found, organization }, subject: `checkout:${id}`, organizationId }
  }

/** The site that may embed the page of a checkout; nobody where there is none, or no checkout. */
export const checkoutEmbedders =
  (parts: Pick<CheckoutParts, 'workshop'>) =>
  async (clientSecret: string): Promise<readonly string[]> => {
    const hash = checkoutSecretHash(clientSecret)
    const { reads } = parts.workshop.database
    const found = hash === null ? undefined : await findCheckoutWithSecret(reads, hash)
    const origin = found?.row.embedOrigin ?? null
    return origin === null ? [] : [origin]
  }
