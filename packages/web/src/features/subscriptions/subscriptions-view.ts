import { productId } from '@guildhall/contract/catalog/prices'
import { subscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-shapes'
import * as z from 'zod/mini'
import { type ListView, readListView } from '../../lib/list-view.ts'
import type { SearchParameters } from '../../lib/search-parameters.ts'

const sortable = [
  'customer',
  'product',
  'status',
  'amount',
  'started_at',
  'current_period_end',
] as const

export const newestFirst = '-started_at'

/** Those that wait for the end of their period are active until then, and looked for by themselves. */
export const statesToFilter = [...subscriptionStatuses, 'ending'] as const

export interface SubscriptionFilters {
  state?: (typeof statesToFilter)[number]
  product?: z.output<typeof productId>
}

/** What the list shows, as it stands in the URL; what is left out is the default. */
export interface SubscriptionsView
  extends ListView<(typeof sortable)[number]>,
    SubscriptionFilters {}

/** Takes from an address what it understands, so that no address is an error. */
export function readSubscriptionsView(search: SearchParameters): SubscriptionsView {
  const state = statesToFilter.find((one) => one === search['state'])
  const product = z.safeParse(productId, search['product'])
  return {
    ...readListView(search, sortable),
    ...(state && { state }),
    ...(product.success && { product: product.data }),
  }
}
