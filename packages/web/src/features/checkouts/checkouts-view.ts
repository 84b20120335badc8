import { productId } from '@guildhall/contract/catalog/prices'
import { checkoutStatuses } from '@guildhall/contract/checkout/checkout-statuses'
import { type Currency, currency as currencyShape } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

const sortable = ['created_at', 'status'] as const

export const newestFirst = '-created_at'

interface CheckoutFilters {
  status?: (typeof checkoutStatuses)[number]
  product?: z.output<typeof productId>
  currency?: Currency
  /** The first and the last day of the period, where the organization is; both or neither. */
  from?: Day
  to?: Day
}

/** The state of the list in the URL; omitted values are defaults. */
export interface CheckoutsView extends ListView<(typeof sortable)[number]>, CheckoutFilters {}

/** Parses the URL and ignores invalid values. */
export function readCheckoutsView(search: SearchParameters): CheckoutsView {
  const status = checkoutStatuses.find((one) => one === search['status'])
  const product = z.safeParse(productId, search['product'])
  const currency = z.safeParse(currencyShape, search['currency'])
  return {
    ...readListView(search, sortable),
    ...(status && { status }),
    ...(product.success && { product: product.data }),
    ...(currency.success && { currency: currency.data }),
    ...readDays(search),
  }
}
