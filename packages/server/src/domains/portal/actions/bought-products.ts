import type { CustomerOrder } from '@guildhall/contract/portal/portal-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findProductsOf, showProducts, toBuyer } from '../../catalog/index.ts'
import { findOrganization, presentSeller } from '../../organizations/index.ts'
import type { PortalParts } from './parts.ts'

type BoughtProduct = CustomerOrder['product']

interface Bought {
  readonly organizationId: Id<'organization'>
  readonly productIds: readonly Id<'product'>[]
}

/** What a customer has bought, as they see it; archived ones as well. */
export async function showBought(
  db: Kysely<Tables>,
  parts: PortalParts,
  { organizationId, productIds }: Bought,
): Promise<(id: Id<'product'>) => BoughtProduct> {
  const rows = await findProductsOf(db, organizationId, [...new Set(productIds)])
  const products = await showProducts(db, parts, rows)
  const organization = await findOrganization(db, organizationId)
  assert(organization !== undefined, 'what has a customer is there')
  const seller = presentSeller(organization)
  const shown = new Map(
    products.map((one) => [one.id, { ...toBuyer(one), organization: seller }] as const),
  )
  return (id) => {
    const product = shown.get(id)
    assert(product !== undefined, 'what was bought stays')
    return product
  }
}
