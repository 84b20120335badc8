import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'
import type { Work } from '../../../platform/work.ts'
import { holdBenefitsOf } from '../../benefits/index.ts'
import { decideBenefits } from '../rules/product-parts.ts'
import { attachBenefits, detachAll } from '../store/product-links.ts'
import type { ProductKey } from '../store/products.ts'
import { lockKnownProduct, saveAndTell } from './change-product.ts'
import { showProduct } from './gather-products.ts'
import type { CatalogParts } from './parts.ts'
import type { ShownProduct } from './present-product.ts'

/** The whole list that is wanted, in its order. */
export async function setProductBenefits(
  work: Work,
  parts: CatalogParts,
  { key, wanted }: { readonly key: ProductKey; readonly wanted: readonly Id<'benefit'>[] },
): Promise<ShownProduct> {
  const { tx } = work
  // Held, so that none is deleted meanwhile; locks on products come after.
  const held = await holdBenefitsOf(tx, key.organizationId, wanted)
  const product = await lockKnownProduct(work, key)
  const known = await showProduct(tx, parts, product)
  accept(decideBenefits({ current: known.benefits, held }, wanted))
  const current = known.benefits.map(({ id }) => id)
  if (isSame(current, wanted)) return known
  await detachAll(tx, 'productBenefit', product)
  await attachBenefits(tx, product, wanted)
  return saveAndTell(work, parts, { product })
}
