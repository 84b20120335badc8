import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type LinkedItem, unlinkFromProducts } from '../store/product-links.ts'
import { touchProducts } from '../store/products.ts'
import type { CatalogDeps } from './deps.ts'
import { expandProducts } from './expand-products.ts'

/** Removes a deleted item from every product; each of these products records an event. */
export async function detachFromProducts(
  uow: UnitOfWork,
  deps: Pick<CatalogDeps, 'config' | 'keyring'>,
  { organizationId, ...item }: LinkedItem & { readonly organizationId: Id<'organization'> },
): Promise<void> {
  const { tx, now } = uow
  const productIds = await unlinkFromProducts(tx, organizationId, item)
  if (productIds.length === 0) return
  const rows = await touchProducts(tx, organizationId, productIds, now)
  const products = await expandProducts(tx, deps, rows)
  for (const [index, row] of rows.entries()) {
    const product = products[index]
    assert(product !== undefined, 'every row is expanded, in order')
    uow.record(eventOf('product.updated', row, product))
  }
}
