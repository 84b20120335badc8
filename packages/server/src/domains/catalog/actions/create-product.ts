import type { createProduct as contract } from '@guildhall/contract/catalog/products'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { ExpandedProduct } from '../present/product.ts'
import { leadingPrice } from '../rules/price-change.ts'
import { attachCustomFields, attachMedias } from '../store/product-links.ts'
import { insertPrices } from '../store/product-prices.ts'
import { insertProduct } from '../store/products.ts'
import type { CatalogDeps } from './deps.ts'
import { expandProduct } from './expand-products.ts'
import { priceRows } from './price-rows.ts'
import {
  lockLinkedItems,
  planPrices,
  requireCustomFields,
  requireMedias,
} from './validate-product-input.ts'

type ProductInput = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createProduct(
  uow: UnitOfWork,
  deps: CatalogDeps,
  input: ProductInput,
): Promise<ExpandedProduct> {
  const { tx, now } = uow
  const { organizationId, recurringInterval } = input
  const priced = { organizationId, isRecurring: recurringInterval !== null, inUse: [] }
  const { added } = await planPrices(tx, priced, input.prices)
  const locked = await lockLinkedItems(tx, organizationId, input)
  const medias = requireMedias(input.medias ?? [], locked)
  const fields = requireCustomFields(input.attachedCustomFields ?? [], locked)
  const row = await insertProduct(tx, {
    organizationId,
    id: uow.newId('product'),
    name: input.name,
    description: input.description ?? null,
    visibility: input.visibility ?? 'public',
    recurringInterval,
    billingThresholdAmount: input.billingThresholdAmount ?? null,
    metadata: jsonText(input.metadata ?? {}),
    ...leadingPrice(added),
    createdAt: now,
  })
  await insertPrices(tx, priceRows(uow, row, { added, position: 0 }))
  await attachMedias(tx, row, medias)
  await attachCustomFields(tx, row, fields)
  const product = await expandProduct(tx, deps, row)
  uow.record(eventOf('product.created', row, product))
  return product
}
