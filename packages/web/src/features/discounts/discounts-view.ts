import { type DiscountStatus, discountStatuses } from '@guildhall/contract/catalog/discount-shapes'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['name', 'code', 'redemptions_count', 'ends_at', 'created_at'] as const

/** The state of the list in the URL; omitted values are defaults. */
export interface DiscountsView extends ListView<(typeof sortable)[number]> {
  status?: DiscountStatus
}

export const newestFirst = '-created_at'

/** Parses the URL and ignores invalid values. */
export function readDiscountsView(search: SearchParameters): DiscountsView {
  const status = discountStatuses.find((one) => one === search['status'])
  return { ...readListView(search, sortable), ...(status && { status }) }
}
