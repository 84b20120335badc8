import * as contract from '@guildhall/contract/portal/shop'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { findProductsOnSale, showProducts, toBuyer } from '../../catalog/index.ts'
import { findOrganizationWithSlug, presentSeller } from '../../organizations/index.ts'
import type { PortalParts } from '../actions/parts.ts'

/** What anybody may know of a seller. */
export const shopRoutes = (parts: PortalParts): readonly EndpointRoute[] => [
  serve(contract.getPortalOrganization, async ({ params }) => {
    const { kysely: db } = parts.workshop.database
    const organization = await findOrganizationWithSlug(db, params.slug)
    if (organization === undefined) throw new Problem('not_found')
    const products = await showProducts(db, parts, await findProductsOnSale(db, organization.id))
    const { publishableKey } = parts.config.stripe
    return {
      organization: presentSeller(organization),
      products: products.map(toBuyer),
      publishableKey,
    }
  }),
]
