import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findBenefits, lockBenefitsForShare } from '../../benefits/store/benefits.ts'
import type { ExpandedProduct } from '../present/product.ts'
import { decideBenefits } from '../rules/product-links.ts'
import { attachBenefits, detachAll, listLinksOf } from '../store/product-links.ts'
import type { ProductKey } from '../store/products.ts'
import type { CatalogDeps } from './deps.ts'
import { expandProduct } from './expand-products.ts'
import { lockExistingProduct, saveAndRecord } from './update-product.ts'

/** Replaces the whole list. */
export async function setProductBenefits(
  uow: UnitOfWork,
  deps: CatalogDeps,
  { key, benefitIds }: { readonly key: ProductKey; readonly benefitIds: readonly Id<'benefit'>[] },
): Promise<ExpandedProduct> {
  const { tx } = uow
  // Benefits are locked before the product, because deleting a benefit takes the locks in that
  // order.
  const available = await lockBenefitsForShare(tx, key.organizationId, benefitIds)
  const product = await lockExistingProduct(uow, key)
  const current = await expandProduct(tx, deps, product)
  accept(decideBenefits({ current: current.benefits, available }, benefitIds))
  const currentIds = current.benefits.map(({ id }) => id)
  if (isSame(currentIds, benefitIds)) return current
  await detachAll(tx, 'productBenefit', product)
  await attachBenefits(tx, product, benefitIds)
  return saveAndRecord(uow, deps, { product })
}

/** Refuses a list that couldn’t be set now, without a lock: for a preview. */
export async function checkProductBenefits(
  db: Kysely<Tables>,
  { organizationId, id }: ProductKey,
  benefitIds: readonly Id<'benefit'>[],
): Promise<void> {
  const links = await listLinksOf(db, organizationId, [id])
  const currentIds = links.benefits.map((one) => one.id)
  const found = await findBenefits(db, organizationId, distinct([...currentIds, ...benefitIds]))
  const some = (ids: readonly Id<'benefit'>[]) => found.filter((one) => ids.includes(one.id))
  accept(decideBenefits({ current: some(currentIds), available: some(benefitIds) }, benefitIds))
}
