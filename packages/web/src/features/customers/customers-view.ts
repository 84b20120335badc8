import {
  type CustomerStatus,
  customerStatuses,
} from '@guildhall/contract/subscriptions/customer-statuses'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['created_at', 'email', 'name'] as const

export const newestFirst = '-created_at'

/** The state of the list in the URL; omitted values are defaults. */
export interface CustomersView extends ListView<(typeof sortable)[number]> {
  status?: CustomerStatus
}

/** Parses the URL and ignores invalid values. */
export function readCustomersView(search: SearchParameters): CustomersView {
  const status = customerStatuses.find((one) => one === search['status'])
  return { ...readListView(search, sortable), ...(status && { status }) }
}
