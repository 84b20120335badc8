import type { updateProduct } from '@guildhall/contract/catalog/products'
import type { BodyInput } from '@guildhall/contract/endpoint'
import { metadataOf } from '../../../lib/metadata-rows.ts'
import type { Product } from '../product-queries.ts'
import { newPrices, planPrices } from './price-plan.ts'
import { formOf, intervalOf, type NewProduct, type ProductForm } from './product-form.ts'

export function newProduct(typed: ProductForm): NewProduct {
  return {
    name: typed.name.trim(),
    description: typed.description,
    recurringInterval: intervalOf(typed.interval),
    prices: newPrices(typed),
    ...partsOf(typed),
  }
}

const partsOf = ({ medias, fields, metadata }: ProductForm) => ({
  medias: medias.map(({ id }) => id),
  attachedCustomFields: fields.map(({ id: customFieldId, required }) => ({
    customFieldId,
    required,
  })),
  metadata: metadataOf(metadata),
})

/** Only what was changed is sent, so that what somebody else changed meanwhile stays. */
export function productChanges(kept: Product, typed: ProductForm): BodyInput<typeof updateProduct> {
  const before = formOf(kept)
  const name = typed.name.trim()
  const { description } = typed
  const { medias, attachedCustomFields, metadata } = partsOf(typed)
  const partsBefore = partsOf(before)
  const { wanted, added, archived } = planPrices(kept.prices, typed)
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(!isSame(medias, partsBefore.medias) && { medias }),
    ...(!isSame(attachedCustomFields, partsBefore.attachedCustomFields) && {
      attachedCustomFields,
    }),
    ...(!isSame(metadata, partsBefore.metadata) && { metadata }),
    ...(added.length + archived.length > 0 && { prices: wanted }),
  }
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
