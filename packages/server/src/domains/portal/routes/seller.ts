import * as contract from '@guildhall/contract/portal/shop'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { expandProducts } from '../../catalog/actions/expand-products.ts'
import { presentCheckoutProduct } from '../../catalog/present/product.ts'
import { listPublicProducts } from '../../catalog/store/products.ts'
import { presentSeller } from '../../organizations/present/seller.ts'
import { findOrganizationBySlug } from '../../organizations/store/organizations.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const sellerRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  serve(contract.getPortalOrganization, async ({ params }) => {
    const { kysely: db } = deps.uowFactory.database
    const organization = await findOrganizationBySlug(db, params.slug)
    if (organization === undefined) throw new Problem('not_found')
    const products = await expandProducts(db, deps, await listPublicProducts(db, organization.id))
    const { publishableKey } = deps.config.stripe
    return {
      organization: presentSeller(organization),
      products: products.map(presentCheckoutProduct),
      publishableKey,
    }
  }),
]
