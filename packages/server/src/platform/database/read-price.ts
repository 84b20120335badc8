import { minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Decimal, decimal } from '../../kernel/decimal.ts'
import type { MeteredPrice, PeriodPrice } from '../../kernel/metered-price.ts'
import type { MinorUnits } from '../../kernel/money.ts'
import type { PriceColumns } from '../../kernel/stored-price.ts'

const text = z.pipe(
  z.string(),
  z.transform((value: string) => decimal(value)),
)
const tiers = z.array(z.object({ upTo: z.nullable(text), unitAmount: text, flatAmount: text }))

const storedPrice = z.object({
  pricing: z.discriminatedUnion('scheme', [
    z.object({ scheme: z.literal('unit'), unitAmount: text }),
    z.object({ scheme: z.literal('package'), packageUnits: text, packageAmount: text }),
    z.object({ scheme: z.literal('graduated'), tiers }),
    z.object({ scheme: z.literal('volume'), tiers }),
  ]),
  includedUnits: text,
  minimumAmount: z.nullable(minorUnits),
  capAmount: z.nullable(minorUnits),
  chargedBefore: z.exactOptional(text),
})

export const readPrice = (stored: unknown): PeriodPrice => z.parse(storedPrice, stored)

/** Columns that were read, whose JSON isn’t validated yet. */
export type PriceColumnsRead = Omit<PriceColumns, 'meteredPrice'> & {
  readonly meteredPrice: unknown
}

/** Null for a price that isn’t metered. */
export function priceFromColumns(row: PriceColumnsRead): MeteredPrice | null {
  if (row.meteredPrice !== null) return readPrice(row.meteredPrice)
  return row.unitAmount === null ? null : simplePrice(decimal(row.unitAmount), row.capAmount)
}

const simplePrice = (unitAmount: Decimal, capAmount: MinorUnits | null): MeteredPrice => ({
  pricing: { scheme: 'unit', unitAmount },
  includedUnits: decimal(0),
  minimumAmount: null,
  capAmount,
})
