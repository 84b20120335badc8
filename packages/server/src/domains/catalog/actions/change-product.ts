import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { leadingPrice } from '../rules/leading-price.ts'
import {
  changedCustomFields,
  changedMedias,
  decideDetails,
  type ProductWish,
} from '../rules/product-change.ts'
import { attachCustomFields, attachMedias, detachAll } from '../store/product-links.ts'
import { archivePrices, insertPrices, listPricesOf, nextPosition } from '../store/product-prices.ts'
import {
  lockProduct,
  type ProductChanges,
  type ProductKey,
  type ProductRow,
  saveProduct,
} from '../store/products.ts'
import { showProduct } from './gather-products.ts'
import type { CatalogParts } from './parts.ts'
import {
  type Held,
  holdWanted,
  planPrices,
  requireCustomFields,
  requireMedias,
} from './plan-product.ts'
import { productEvent, type ShownProduct } from './present-product.ts'
import { priceRows } from './price-rows.ts'

/** What changes nothing is no change, and no news. */
export async function updateProduct(
  work: Work,
  parts: CatalogParts,
  { key, wish }: { readonly key: ProductKey; readonly wish: ProductWish },
): Promise<ShownProduct> {
  const { tx } = work
  const held = await holdWanted(tx, key.organizationId, wish)
  const product = await lockKnownProduct(work, key)
  const known = await showProduct(tx, parts, product)
  const { metadata, ...details } = accept(decideDetails(known, wish))
  const changes: ProductChanges = {
    ...details,
    ...(metadata !== undefined && { metadata: jsonText(metadata) }),
    ...(await changePrices(work, product, wish)),
  }
  const isLinked = [
    await changeMedias(work, product, { wanted: changedMedias(known, wish), held }),
    await changeCustomFields(work, product, { wanted: changedCustomFields(known, wish), held }),
  ]
  if (Object.keys(changes).length === 0 && !isLinked.includes(true)) return known
  return saveAndTell(work, parts, { product, changes })
}

/** Whoever changes it at the same time comes after, and finds what this leaves. */
export async function lockKnownProduct({ tx }: Work, key: ProductKey): Promise<ProductRow> {
  const product = await lockProduct(tx, key)
  if (product === undefined) throw new Problem('not_found')
  return product
}

export async function saveAndTell(
  work: Work,
  parts: CatalogParts,
  { product, changes = {} }: { readonly product: ProductKey; readonly changes?: ProductChanges },
): Promise<ShownProduct> {
  const saved = await saveProduct(work.tx, product, changes, work.now)
  const shown = await showProduct(work.tx, parts, saved)
  work.record(productEvent('updated', saved, shown))
  return shown
}

/** What lists are sorted by from now on; nothing where every price stays. */
async function changePrices(
  work: Work,
  product: ProductRow,
  { prices: wanted }: ProductWish,
): Promise<ProductChanges> {
  if (wanted == null) return {}
  const { tx, now } = work
  const { organizationId, id, recurringInterval } = product
  const inUse = await listPricesOf(tx, organizationId, [id])
  const priced = { organizationId, isRecurring: recurringInterval !== null, inUse }
  const { kept, archived, added } = await planPrices(tx, priced, wanted)
  if (archived.length === 0 && added.length === 0) return {}
  if (archived.length > 0) {
    await archivePrices(
      tx,
      product,
      archived.map((price) => price.id),
      now,
    )
  }
  if (added.length > 0) {
    const position = await nextPosition(tx, product)
    await insertPrices(tx, priceRows(work, product, { added, position }))
  }
  return leadingPrice([...kept, ...added])
}

interface Changed<W> {
  readonly wanted: W
  readonly held: Held
}

async function changeMedias(
  { tx }: Work,
  product: ProductRow,
  { wanted, held }: Changed<ReturnType<typeof changedMedias>>,
): Promise<boolean> {
  if (wanted === undefined) return false
  const medias = requireMedias(wanted, held)
  await detachAll(tx, 'productMedia', product)
  await attachMedias(tx, product, medias)
  return true
}

async function changeCustomFields(
  { tx }: Work,
  product: ProductRow,
  { wanted, held }: Changed<ReturnType<typeof changedCustomFields>>,
): Promise<boolean> {
  if (wanted === undefined) return false
  const fields = requireCustomFields(wanted, held)
  await detachAll(tx, 'productCustomField', product)
  await attachCustomFields(tx, product, fields)
  return true
}
