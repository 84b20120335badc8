import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { ExpandedProduct } from '../present/product.ts'
import { leadingPrice } from '../rules/price-change.ts'
import {
  changedCustomFields,
  changedMedias,
  decideProductChange,
  type ProductUpdate,
} from '../rules/product-change.ts'
import { attachCustomFields, attachMedias, detachAll } from '../store/product-links.ts'
import { archivePrices, insertPrices, nextPosition } from '../store/product-prices.ts'
import {
  lockProduct,
  type ProductColumns,
  type ProductKey,
  type ProductRow,
  saveProduct,
} from '../store/products.ts'
import type { CatalogDeps } from './deps.ts'
import { expandProduct } from './expand-products.ts'
import { priceRows } from './price-rows.ts'
import {
  type LockedItems,
  lockLinkedItems,
  planPrices,
  requireCustomFields,
  requireMedias,
} from './validate-product-input.ts'

/** An update that changes nothing saves nothing and records no event. */
export async function updateProduct(
  uow: UnitOfWork,
  deps: CatalogDeps,
  { key, input }: { readonly key: ProductKey; readonly input: ProductUpdate },
): Promise<ExpandedProduct> {
  const { tx } = uow
  const locked = await lockLinkedItems(tx, key.organizationId, input)
  const product = await lockExistingProduct(uow, key)
  const current = await expandProduct(tx, deps, product)
  const { metadata, ...change } = accept(decideProductChange(current, input))
  const columns: ProductColumns = {
    ...change,
    ...(metadata !== undefined && { metadata: jsonText(metadata) }),
    ...(await changePrices(uow, product, { inUse: current.prices, requested: input.prices })),
  }
  const areMediasChanged = await changeMedias(uow, product, {
    changed: changedMedias(current, input),
    locked,
  })
  const areFieldsChanged = await changeCustomFields(uow, product, {
    changed: changedCustomFields(current, input),
    locked,
  })
  const isChanged = Object.keys(columns).length > 0 || areMediasChanged || areFieldsChanged
  return isChanged ? saveAndRecord(uow, deps, { product, columns }) : current
}

export async function lockExistingProduct(
  { tx }: UnitOfWork,
  key: ProductKey,
): Promise<ProductRow> {
  const product = await lockProduct(tx, key)
  if (product === undefined) throw new Problem('not_found')
  return product
}

export async function saveAndRecord(
  uow: UnitOfWork,
  deps: CatalogDeps,
  { product, columns = {} }: { readonly product: ProductKey; readonly columns?: ProductColumns },
): Promise<ExpandedProduct> {
  const row = await saveProduct(uow.tx, product, columns, uow.now)
  const saved = await expandProduct(uow.tx, deps, row)
  uow.record(eventOf('product.updated', row, saved))
  return saved
}

interface PriceChange {
  readonly inUse: ExpandedProduct['prices']
  readonly requested: ProductUpdate['prices']
}

/** Returns the columns that lists sort by; none if every price stays. */
async function changePrices(
  uow: UnitOfWork,
  product: ProductRow,
  { inUse, requested }: PriceChange,
): Promise<ProductColumns> {
  if (requested == null) return {}
  const { tx, now } = uow
  const { organizationId, recurringInterval } = product
  const priced = { organizationId, isRecurring: recurringInterval !== null, inUse }
  const { kept, archived, added } = await planPrices(tx, priced, requested)
  if (archived.length === 0 && added.length === 0) return {}
  if (archived.length > 0) {
    const archivedIds = archived.map((price) => price.id)
    await archivePrices(tx, product, archivedIds, now)
  }
  if (added.length > 0) {
    const position = await nextPosition(tx, product)
    await insertPrices(tx, priceRows(uow, product, { added, position }))
  }
  return leadingPrice([...kept, ...added])
}

interface LinkChange<T> {
  /** The new list; undefined where it stays as it is. */
  readonly changed: T
  readonly locked: LockedItems
}

async function changeMedias(
  { tx }: UnitOfWork,
  product: ProductRow,
  { changed, locked }: LinkChange<ReturnType<typeof changedMedias>>,
): Promise<boolean> {
  if (changed === undefined) return false
  const medias = requireMedias(changed, locked)
  await detachAll(tx, 'productMedia', product)
  await attachMedias(tx, product, medias)
  return true
}

async function changeCustomFields(
  { tx }: UnitOfWork,
  product: ProductRow,
  { changed, locked }: LinkChange<ReturnType<typeof changedCustomFields>>,
): Promise<boolean> {
  if (changed === undefined) return false
  const fields = requireCustomFields(changed, locked)
  await detachAll(tx, 'productCustomField', product)
  await attachCustomFields(tx, product, fields)
  return true
}
