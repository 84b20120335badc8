import type { Benefit } from '@guildhall/contract/benefits/shapes'
import type { CustomField } from '@guildhall/contract/catalog/custom-field-shapes'
import { Product } from '@guildhall/contract/catalog/product-shapes'
import type { CheckoutProduct } from '@guildhall/contract/checkout/checkout-shapes'
import type { ProductMediaFile } from '@guildhall/contract/files/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { AttachedField, LinkTo } from '../store/product-links.ts'
import type { PriceRow } from '../store/product-prices.ts'
import type { ProductRow } from '../store/products.ts'
import { type MetersById, presentPrice } from './price.ts'

export type ExpandedProduct = z.output<typeof Product>

type Of<T> = ReadonlyMap<Id<'product'>, readonly T[]>

/**
 * The items that belong to products: the links of each product in order, and the linked objects.
 */
export interface ProductDetails {
  readonly prices: Of<PriceRow>
  readonly meters: MetersById
  readonly benefitLinks: Of<LinkTo<'benefit'>>
  readonly benefits: ReadonlyMap<Id<'benefit'>, Benefit>
  readonly mediaLinks: Of<LinkTo<'file'>>
  readonly medias: ReadonlyMap<Id<'file'>, z.output<typeof ProductMediaFile>>
  readonly fieldLinks: Of<AttachedField>
  readonly fields: ReadonlyMap<Id<'customField'>, z.output<typeof CustomField>>
}

const { recurringInterval: interval, metadata, visibility } = Product.shape

export function presentProduct(row: ProductRow, details: ProductDetails): ExpandedProduct {
  const recurringInterval = z.parse(interval, row.recurringInterval)
  const { prices, meters, benefitLinks, benefits, mediaLinks, medias, fieldLinks } = details
  const pricedBy = { recurringInterval, meters }
  return {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    name: row.name,
    description: row.description,
    visibility: visibilityOf(row),
    recurringInterval,
    recurringIntervalCount: recurringInterval === null ? null : 1,
    isRecurring: recurringInterval !== null,
    isArchived: row.isArchived,
    organizationId: row.organizationId,
    billingThresholdAmount: row.billingThresholdAmount,
    metadata: z.parse(metadata, row.metadata),
    prices: of(prices, row).map((price) => presentPrice(price, pricedBy)),
    benefits: of(benefitLinks, row).flatMap(({ id }) => benefits.get(id) ?? []),
    medias: of(mediaLinks, row).flatMap(({ id }) => medias.get(id) ?? []),
    attachedCustomFields: of(fieldLinks, row)
      .flatMap(({ id, isRequired: required }) => {
        const customField = details.fields.get(id)
        return customField === undefined ? [] : { customFieldId: id, customField, required }
      })
      .map((attached, order) => ({ ...attached, order })),
  }
}

export const visibilityOf = (row: Pick<ProductRow, 'visibility'>): ExpandedProduct['visibility'] =>
  z.parse(visibility, row.visibility)

const of = <T>(rows: Of<T>, { id }: ProductRow): readonly T[] => rows.get(id) ?? []

/**
 * Without the metadata, which is the seller's, and the custom fields, which the checkout shows
 * itself.
 */
export const presentCheckoutProduct = ({
  metadata: _metadata,
  attachedCustomFields: _attached,
  ...product
}: ExpandedProduct): z.output<typeof CheckoutProduct> => product
