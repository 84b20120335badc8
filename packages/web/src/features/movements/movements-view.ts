import { productId } from '@guildhall/contract/catalog/prices'
import { customerId } from '@guildhall/contract/customers/shapes'
import { type MovementKind, movementKinds } from '@guildhall/contract/metrics/movement-kinds'
import { type Currency, currency as currencyShape } from '@guildhall/contract/primitives'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import * as z from 'zod/mini'
import type { CancellationReason } from '#/entities/subscription/cancellation-reasons.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

/** What became of the subscription with a movement. */
export const changes = ['started', 'ended'] as const

/** The filters in the URL; omitted filters match all. */
export interface MovementsView {
  kind?: MovementKind
  change?: (typeof changes)[number]
  /** Why the subscription was canceled. */
  reason?: CancellationReason
  product?: z.output<typeof productId>
  customer?: z.output<typeof customerId>
  currency?: Currency
  /** The first and the last day of the period, where the organization is; both or neither. */
  from?: Day
  to?: Day
}

/** Parses the URL and ignores invalid values. */
export function readMovementsView(search: SearchParameters): MovementsView {
  const kind = movementKinds.find((one) => one === search['kind'])
  const change = changes.find((one) => one === search['change'])
  const reason = cancellationReasons.find((one) => one === search['reason'])
  const product = z.safeParse(productId, search['product'])
  const customer = z.safeParse(customerId, search['customer'])
  const currency = z.safeParse(currencyShape, search['currency'])
  return {
    ...(kind && { kind }),
    ...(change && { change }),
    ...(reason && { reason }),
    ...(product.success && { product: product.data }),
    ...(customer.success && { customer: customer.data }),
    ...(currency.success && { currency: currency.data }),
    ...readDays(search),
  }
}
