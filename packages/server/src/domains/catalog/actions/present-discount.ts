import {
  Discount,
  DiscountContent,
  DiscountProduct,
} from '@guildhall/contract/catalog/discount-shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { DiscountWithProducts } from '../store/discount-products.ts'

export const presentDiscount = ({
  discount: row,
  products,
}: DiscountWithProducts): z.output<typeof Discount> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  name: row.name,
  code: row.code,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  maxRedemptions: row.maxRedemptions,
  redemptionsCount: row.redemptionsCount,
  organizationId: row.organizationId,
  products: products.map(presentBareProduct),
  ...z.parse(DiscountContent, row),
})

const { metadata, recurringInterval } = DiscountProduct.shape

/** A product without what belongs to it. */
export const presentBareProduct = (
  row: DiscountWithProducts['products'][number],
): z.output<typeof DiscountProduct> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  name: row.name,
  description: row.description,
  recurringInterval: z.parse(recurringInterval, row.recurringInterval),
  isRecurring: row.recurringInterval !== null,
  isArchived: row.isArchived,
  organizationId: row.organizationId,
  metadata: z.parse(metadata, row.metadata),
})

const codec = wireCodec(Discount, 'billing')

/** What happened to a discount, with the discount as of then. */
export function discountEvent(
  action: 'created' | 'updated' | 'deleted',
  whole: DiscountWithProducts,
): NewEvent {
  const { organizationId, id, version } = whole.discount
  const payload = encodedText(codec.encode(presentDiscount(whole)))
  return {
    name: `discount.${action}`,
    organizationId,
    object: { type: 'discount', id, version },
    payload,
  }
}
