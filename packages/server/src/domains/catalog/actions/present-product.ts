import type { Benefit } from '@guildhall/contract/benefits/shapes'
import type { CustomField } from '@guildhall/contract/catalog/custom-field-shapes'
import { Product } from '@guildhall/contract/catalog/product-shapes'
import type { ProductMediaFile } from '@guildhall/contract/files/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { AttachedField, LinkTo } from '../store/product-links.ts'
import type { PriceRow } from '../store/product-prices.ts'
import type { ProductRow } from '../store/products.ts'
import { type MetersById, presentPrice } from './present-price.ts'

export type ShownProduct = z.output<typeof Product>

type Of<T> = ReadonlyMap<Id<'product'>, readonly T[]>

/** What products consist of: what belongs to each in its order, and what is shown of that. */
export interface ProductMakings {
  readonly prices: Of<PriceRow>
  readonly meters: MetersById
  readonly benefitLinks: Of<LinkTo<'benefit'>>
  readonly benefits: ReadonlyMap<Id<'benefit'>, Benefit>
  readonly mediaLinks: Of<LinkTo<'file'>>
  readonly medias: ReadonlyMap<Id<'file'>, z.output<typeof ProductMediaFile>>
  readonly fieldLinks: Of<AttachedField>
  readonly fields: ReadonlyMap<Id<'customField'>, z.output<typeof CustomField>>
}

const { recurringInterval: interval, metadata } = Product.shape

export function presentProduct(row: ProductRow, makings: ProductMakings): ShownProduct {
  const recurringInterval = z.parse(interval, row.recurringInterval)
  const { prices, meters, benefitLinks, benefits, mediaLinks, medias, fieldLinks } = makings
  const pricedBy = { recurringInterval, meters }
  return {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    name: row.name,
    description: row.description,
    recurringInterval,
    isRecurring: recurringInterval !== null,
    isArchived: row.isArchived,
    organizationId: row.organizationId,
    metadata: z.parse(metadata, row.metadata),
    prices: of(prices, row).map((price) => presentPrice(price, pricedBy)),
    benefits: of(benefitLinks, row).flatMap(({ id }) => benefits.get(id) ?? []),
    medias: of(mediaLinks, row).flatMap(({ id }) => medias.get(id) ?? []),
    attachedCustomFields: of(fieldLinks, row)
      .flatMap(({ id, isRequired: required }) => {
        const customField = makings.fields.get(id)
        return customField === undefined ? [] : { customFieldId: id, customField, required }
      })
      .map((attached, order) => ({ ...attached, order })),
  }
}

const of = <T>(rows: Of<T>, { id }: ProductRow): readonly T[] => rows.get(id) ?? []

const codec = wireCodec(Product, 'billing')

/** What happened to a product, with the product as of then: what webhooks send. */
export function productEvent(
  action: 'created' | 'updated',
  { organizationId, id, version }: ProductRow,
  shown: ShownProduct,
): NewEvent {
  const payload = encodedText(codec.encode(shown))
  return {
    name: `product.${action}`,
    organizationId,
    object: { type: 'product', id, version },
    payload,
  }
}
