import { productId } from '@guildhall/contract/catalog/prices'
import { customerId } from '@guildhall/contract/customers/shapes'
import type { correctionKinds } from '@guildhall/contract/metrics/corrections'
import { type Currency, currency as currencyShape } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

/** What a figure counts: a refund that fails later is taken away from refunds. */
export const figureKinds = {
  refunds: ['refund', 'refund_reversal'],
  disputes: ['dispute'],
  lost_disputes: ['dispute_lost'],
} as const satisfies Readonly<Record<string, readonly (typeof correctionKinds)[number][]>>

export const countedAs = ['refunds', 'disputes', 'lost_disputes'] as const

/** The filters in the URL; omitted filters match all. */
export interface CorrectionsView {
  kind?: (typeof countedAs)[number]
  product?: z.output<typeof productId>
  customer?: z.output<typeof customerId>
  currency?: Currency
  /** The first and the last day of the period, where the organization is; both or neither. */
  from?: Day
  to?: Day
}

/** Parses the URL and ignores invalid values. */
export function readCorrectionsView(search: SearchParameters): CorrectionsView {
  const kind = countedAs.find((one) => one === search['kind'])
  const product = z.safeParse(productId, search['product'])
  const customer = z.safeParse(customerId, search['customer'])
  const currency = z.safeParse(currencyShape, search['currency'])
  return {
    ...(kind && { kind }),
    ...(product.success && { product: product.data }),
    ...(customer.success && { customer: customer.data }),
    ...(currency.success && { currency: currency.data }),
    ...readDays(search),
  }
}
