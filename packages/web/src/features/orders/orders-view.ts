import { discountId } from '@guildhall/contract/catalog/discount-shapes'
import { productId } from '@guildhall/contract/catalog/prices'
import * as z from 'zod/mini'
import { type OrderState, orderStates } from '#/entities/order/order-state.ts'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import type { Day, DayRange } from '#/ui/calendar-days.ts'

const sortable = ['created_at', 'amount', 'status', 'customer', 'product'] as const

export const newestFirst = '-created_at'

export interface OrderFilters {
  status?: OrderState
  product?: z.output<typeof productId>
  discount?: z.output<typeof discountId>
  /** The first and the last day of the period; both or neither. */
  from?: Day
  to?: Day
}

/** The state of the list in the URL; omitted values are defaults. */
export interface OrdersView extends ListView<(typeof sortable)[number]>, OrderFilters {}

/** Parses the URL and ignores invalid values. */
export function readOrdersView(search: SearchParameters): OrdersView {
  const status = orderStates.find((one) => one === search['status'])
  const product = z.safeParse(productId, search['product'])
  const discount = z.safeParse(discountId, search['discount'])
  return {
    ...readListView(search, sortable),
    ...(status && { status }),
    ...(product.success && { product: product.data }),
    ...(discount.success && { discount: discount.data }),
    ...readDays(search),
  }
}

const firstDay = '1970-01-01'
/** The day after it must still have a four-digit year. */
const lastDay = '9999-12-30'

function readDays(search: SearchParameters): DayRange | null {
  const from = z.safeParse(z.iso.date(), search['from'])
  const to = z.safeParse(z.iso.date(), search['to'])
  if (!from.success || !to.success) return null
  const isReal = firstDay <= from.data && from.data <= to.data && to.data <= lastDay
  return isReal ? { from: from.data, to: to.data } : null
}
