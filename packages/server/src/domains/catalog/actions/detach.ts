import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { type Detached, detachEverywhere } from '../store/detached-links.ts'
import { touchProducts } from '../store/products.ts'
import { showProducts } from './gather-products.ts'
import type { CatalogParts } from './parts.ts'
import { productEvent } from './present-product.ts'

/** What is deleted belongs to no product any more, and each that had it tells so. */
export async function detachFromProducts(
  work: Work,
  parts: Pick<CatalogParts, 'config' | 'keyring'>,
  { organizationId, ...detached }: Detached & { readonly organizationId: Id<'organization'> },
): Promise<void> {
  const { tx, now } = work
  const productIds = await detachEverywhere(tx, organizationId, detached)
  if (productIds.length === 0) return
  const products = await touchProducts(tx, organizationId, productIds, now)
  const shown = await showProducts(tx, parts, products)
  for (const [at, product] of products.entries()) {
    const one = shown[at]
    assert(one !== undefined, 'as many are shown as there are')
    work.record(productEvent('updated', product, one))
  }
}
