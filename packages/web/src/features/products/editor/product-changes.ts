import type { updateProduct } from '@guildhall/contract/catalog/products'
import type { BodyInput } from '@guildhall/contract/operation'
import type { Product } from '#/features/products/product-queries.ts'
import { centsOf } from '#/lib/amount-text.ts'
import { metadataOf } from '#/lib/metadata-rows.ts'
import { newPrices, planPrices } from './price-plan.ts'
import { formOf, intervalOf, type NewProduct, type ProductForm } from './product-form.ts'

export function newProduct(typed: ProductForm): NewProduct {
  return {
    name: typed.name.trim(),
    description: typed.description,
    recurringInterval: intervalOf(typed.interval),
    visibility: typed.visibility,
    prices: newPrices(typed),
    billingThresholdAmount: thresholdOf(typed),
    ...partsOf(typed),
  }
}

/** Without prices of usage there is nothing to bill early. */
const thresholdOf = ({ interval, metered, billingThreshold }: ProductForm) =>
  interval === 'once' || metered.length === 0 ? null : centsOf(billingThreshold)

const partsOf = ({ medias, fields, metadata }: ProductForm) => ({
  medias: medias.map(({ id }) => id),
  attachedCustomFields: fields.map(({ id: customFieldId, required }) => ({
    customFieldId,
    required,
  })),
  metadata: metadataOf(metadata),
})

/** Sends only changed fields, so that concurrent changes are not overwritten. */
export function productChanges(
  existing: Product,
  typed: ProductForm,
): BodyInput<typeof updateProduct> {
  const before = formOf(existing)
  const name = typed.name.trim()
  const { description, visibility } = typed
  const { medias, attachedCustomFields, metadata } = partsOf(typed)
  const partsBefore = partsOf(before)
  const billingThresholdAmount = thresholdOf(typed)
  const { wanted, added, archived } = planPrices(existing.prices, typed)
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(visibility !== before.visibility && { visibility }),
    ...(billingThresholdAmount !== existing.billingThresholdAmount && { billingThresholdAmount }),
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
