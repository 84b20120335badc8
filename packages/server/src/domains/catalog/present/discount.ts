import {
  type Discount,
  DiscountContent,
  DiscountProduct,
} from '@guildhall/contract/catalog/discount-shapes'
import * as z from 'zod/mini'
import type { DiscountWithProducts } from '../store/discount-products.ts'
import { visibilityOf } from './product.ts'

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

/** A product without its prices, benefits, media and custom fields. */
export const presentBareProduct = (
  row: DiscountWithProducts['products'][number],
): z.output<typeof DiscountProduct> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  name: row.name,
  description: row.description,
  visibility: visibilityOf(row),
  recurringInterval: z.parse(recurringInterval, row.recurringInterval),
  recurringIntervalCount: row.recurringInterval === null ? null : 1,
  isRecurring: row.recurringInterval !== null,
  isArchived: row.isArchived,
  organizationId: row.organizationId,
  metadata: z.parse(metadata, row.metadata),
})
