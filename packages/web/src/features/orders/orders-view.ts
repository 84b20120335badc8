import { discountId } from '@guildhall/contract/catalog/discount-shapes'
import { productId } from '@guildhall/contract/catalog/prices'
import { customerId } from '@guildhall/contract/customers/shapes'
import { type Currency, currency as currencyShape } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type OrderState, orderStates } from '#/entities/order/order-state.ts'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

const sortable = [
  'created_at',
  'amount',
  'net_amount',
  'status',
  'customer',
  'product',
  'discount',
] as const

export const newestFirst = '-created_at'

export interface OrderFilters {
  status?: OrderState
  product?: z.output<typeof productId>
  customer?: z.output<typeof customerId>
  discount?: z.output<typeof discountId>
  currency?: Currency
  /** The first and the last day of the period, where the organization is; both or neither. */
  from?: Day
  to?: Day
}

/** The state of the list in the URL; omitted values are defaults. */
export interface OrdersView extends ListView<(typeof sortable)[number]>, OrderFilters {}

/** Parses the URL and ignores invalid values. */
export function readOrdersView(search: SearchParameters): OrdersView {
  const status = orderStates.find((one) => one === search['status'])
  const product = z.safeParse(productId, search['product'])
  const customer = z.safeParse(customerId, search['customer'])
  const discount = z.safeParse(discountId, search['discount'])
  const currency = z.safeParse(currencyShape, search['currency'])
  return {
    ...readListView(search, sortable),
    ...(status && { status }),
    ...(product.success && { product: product.data }),
    ...(customer.success && { customer: customer.data }),
    ...(discount.success && { discount: discount.data }),
    ...(currency.success && { currency: currency.data }),
    ...readDays(search),
  }
}
