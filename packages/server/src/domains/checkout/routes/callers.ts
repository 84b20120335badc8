import { Problem } from '../../../kernel/refusal.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import { checkoutSecretHash } from '../actions/checkout-secret.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { type FoundCheckout, findCheckoutWithSecret } from '../store/checkouts.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    clientSecret: FoundCheckout
  }
}

/** Whoever shows the secret of a checkout is its buyer; nothing else that they show is read. */
export const buyerResolver =
  (parts: Pick<CheckoutParts, 'workshop'>): Resolver<FoundCheckout> =>
  async ({ pathValues }) => {
    const found = await checkoutWithSecret(parts, pathValues['clientSecret'] ?? '')
    if (found === undefined) throw new Problem('not_found')
    const { organizationId, id } = found.row
    return { caller: found, subject: `checkout:${id}`, organizationId }
  }

/** The site that may embed the page of a checkout; nobody where there is none, or no checkout. */
export const checkoutEmbedders =
  (parts: Pick<CheckoutParts, 'workshop'>) =>
  async (clientSecret: string): Promise<readonly string[]> => {
    const found = await checkoutWithSecret(parts, clientSecret)
    const origin = found?.row.embedOrigin ?? null
    return origin === null ? [] : [origin]
  }

async function checkoutWithSecret(
  { workshop }: Pick<CheckoutParts, 'workshop'>,
  text: string,
): Promise<FoundCheckout | undefined> {
  const hash = checkoutSecretHash(text)
  return hash === null ? undefined : findCheckoutWithSecret(workshop.database.kysely, hash)
}
