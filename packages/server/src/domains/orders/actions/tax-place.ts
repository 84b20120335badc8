import { TaxRate } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import type { OrderRow } from '../store/orders.ts'

const taxRate = z.nullable(TaxRate)

/** Whose tax it is that was taken: `DE`, `US-CA`. */
export function taxPlaceOf({ taxRate: stored }: Pick<OrderRow, 'taxRate'>): string | null {
  const rate = z.parse(taxRate, stored)
  if (rate === null || rate.country === null) return null
  return rate.state === null ? rate.country : `${rate.country}-${rate.state}`
}
