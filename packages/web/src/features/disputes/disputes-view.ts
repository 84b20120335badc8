import { disputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['created_at', 'amount'] as const

export const newestFirst = '-created_at'

/** The state of the list in the URL; omitted values are defaults. */
export interface DisputesView extends ListView<(typeof sortable)[number]> {
  status?: (typeof disputeStatuses)[number]
}

/** Parses the URL and ignores invalid values. */
export function readDisputesView(search: SearchParameters): DisputesView {
  const status = disputeStatuses.find((one) => one === search['status'])
  const { q: _, ...list } = readListView(search, sortable)
  return { ...list, ...(status && { status }) }
}
