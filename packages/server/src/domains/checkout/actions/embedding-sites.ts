import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { embedderOf } from '../rules/embedding.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'

type Deps = Pick<CheckoutDeps, 'config'>
type Listing = Pick<OrganizationRow, 'embedOrigins'>

/** The only site that may embed this checkout now; null for none. */
export const embedderOfCheckout = (
  checkout: Pick<CheckoutRow, 'embedOrigin' | 'isEmbedOriginGiven' | 'successUrl'>,
  { config }: Deps,
  { embedOrigins: listed }: Listing,
): string | null => embedderOf(checkout, { own: config.server.url, listed })

interface Visit {
  readonly embedOrigin?: string | null | undefined
  readonly successUrl: string | null
}

/** The site that a visitor claims, if it may embed; else null, so that no checkout names it. */
export const claimedEmbedder = (
  { embedOrigin = null, successUrl }: Visit,
  deps: Deps,
  organization: Listing,
): string | null =>
  embedderOfCheckout({ embedOrigin, successUrl, isEmbedOriginGiven: false }, deps, organization)
