import type { createProduct as contract } from '@guildhall/contract/catalog/products'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { leadingPrice } from '../rules/leading-price.ts'
import { attachCustomFields, attachMedias } from '../store/product-links.ts'
import { insertPrices } from '../store/product-prices.ts'
import { insertProduct } from '../store/products.ts'
import { showProduct } from './gather-products.ts'
import type { CatalogParts } from './parts.ts'
import { holdWanted, planPrices, requireCustomFields, requireMedias } from './plan-product.ts'
import { productEvent, type ShownProduct } from './present-product.ts'
import { priceRows } from './price-rows.ts'

type ProductToBe = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createProduct(
  work: Work,
  parts: CatalogParts,
  wish: ProductToBe,
): Promise<ShownProduct> {
  const { tx, now } = work
  const { organizationId, recurringInterval } = wish
  const isNew = { organizationId, isRecurring: recurringInterval !== null, inUse: [] }
  const { added } = await planPrices(tx, isNew, wish.prices)
  const held = await holdWanted(tx, organizationId, wish)
  const medias = requireMedias(wish.medias ?? [], held)
  const fields = requireCustomFields(wish.attachedCustomFields ?? [], held)
  const product = await insertProduct(tx, {
    organizationId,
    id: work.newId('product'),
    name: wish.name,
    description: wish.description ?? null,
    recurringInterval,
    metadata: jsonText(wish.metadata ?? {}),
    ...leadingPrice(added),
    createdAt: now,
  })
  await insertPrices(tx, priceRows(work, product, { added, position: 0 }))
  await attachMedias(tx, product, medias)
  await attachCustomFields(tx, product, fields)
  const shown = await showProduct(tx, parts, product)
  work.record(productEvent('created', product, shown))
  return shown
}
