import { productId, recurringIntervals } from '@guildhall/contract/catalog/prices'
import { instant, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { JsonValue } from '../../../platform/database/json.ts'
import type { PendingChange } from '../rules/facts.ts'
import { storedDecimal, storedDiscount, storedPrice } from './stored-shapes.ts'

const price = z.extend(storedPrice, {
  discountAmount: minorUnits,
  quantity: z.int(),
  usage: z.nullable(z.object({ consumed: storedDecimal, credited: z.number() })),
})

const discount = z.extend(storedDiscount, { appliedAt: z.nullable(instant) })

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
