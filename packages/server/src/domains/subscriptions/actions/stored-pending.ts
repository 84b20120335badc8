import {
  discountDurations,
  discountId,
  discountTypes,
} from '@guildhall/contract/catalog/discount-shapes'
import {
  priceAmountTypes,
  priceId,
  productId,
  recurringIntervals,
} from '@guildhall/contract/catalog/prices'
import { meterId } from '@guildhall/contract/metering/shapes'
import { currency, instant, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import type { PendingChange } from '../rules/facts.ts'

const decimalStored = z.codec(z.string(), z.custom<Decimal>(), {
  decode: (text) => decimal(text),
  encode: (value) => formatDecimal(value),
})

const price = z.object({
  productPriceId: priceId,
  kind: z.enum(priceAmountTypes),
  amount: minorUnits,
  discountAmount: minorUnits,
  unitAmount: z.nullable(decimalStored),
  capAmount: z.nullable(minorUnits),
  meterId: z.nullable(meterId),
  meterName: z.nullable(z.string()),
  quantity: z.int(),
  usage: z.nullable(z.object({ consumed: decimalStored, credited: z.number() })),
})

const discount = z.object({
  id: discountId,
  type: z.enum(discountTypes),
  amount: z.nullable(minorUnits),
  currency: z.nullable(currency),
  basisPoints: z.nullable(z.int()),
  duration: z.enum(discountDurations),
  durationInMonths: z.nullable(z.int()),
  productIds: z.array(productId),
  appliedAt: z.nullable(instant),
})

const stored = z.object({
  product: z.object({ id: productId, name: z.string() }),
  interval: z.enum(recurringIntervals),
  prices: z.array(price),
  discount: z.nullable(discount),
  appliesAt: instant,
})

/** What the next period begins with, as a column keeps it. */
export const readPending = (value: unknown): PendingChange | null =>
  value === null ? null : z.decode(stored, z.parse(z.any(), value))

/** As JSON, `null` included. */
export const pendingJson = (pending: PendingChange | null): JsonValue =>
  pending === null ? null : z.parse(json, z.encode(stored, writable(pending)))

const json = z.json()

const writable = ({ product, interval, prices, discount: wanted, appliesAt }: PendingChange) => ({
  product: { id: product.id, name: product.name },
  interval,
  appliesAt,
  prices: [...prices],
  discount: wanted === null ? null : { ...wanted, productIds: [...wanted.productIds] },
})
