import { productId } from '@guildhall/contract/catalog/prices'
import { subscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import * as z from 'zod/mini'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = [
  'customer',
  'product',
  'status',
  'amount',
  'started_at',
  'current_period_end',
  'discount',
] as const

export const newestFirst = '-started_at'

/** Subscriptions that end with their period are still active, but have a filter of their own. */
export const statesToFilter = [...subscriptionStatuses, 'ending'] as const

export interface SubscriptionFilters {
  state?: (typeof statesToFilter)[number]
  product?: z.output<typeof productId>
}

/** The state of the list in the URL; omitted values are defaults. */
export interface SubscriptionsView
  extends ListView<(typeof sortable)[number]>,
    SubscriptionFilters {}

/** Parses the URL and ignores invalid values. */
export function readSubscriptionsView(search: SearchParameters): SubscriptionsView {
  const state = statesToFilter.find((one) => one === search['state'])
  const product = z.safeParse(productId, search['product'])
  return {
    ...readListView(search, sortable),
    ...(state && { state }),
    ...(product.success && { product: product.data }),
  }
}
