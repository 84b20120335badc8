import { type DisputeStatus, disputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import { type Currency, currency as currencyShape } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

const sortable = ['created_at', 'amount', 'evidence_due_by'] as const

export const newestFirst = '-created_at'

export interface DisputeFilters {
  status?: DisputeStatus
  currency?: Currency
  /** The first and the last day of the period, where the organization is; both or neither. */
  from?: Day
  to?: Day
}

/** The state of the list in the URL; omitted values are defaults. */
export interface DisputesView extends ListView<(typeof sortable)[number]>, DisputeFilters {}

/** Parses the URL and ignores invalid values. */
export function readDisputesView(search: SearchParameters): DisputesView {
  const status = disputeStatuses.find((one) => one === search['status'])
  const currency = readCurrency(search['currency'])
  const { q: _, ...list } = readListView(search, sortable)
  return {
    ...list,
    ...(status && { status }),
    ...(currency && { currency }),
    ...readDays(search),
  }
}

/** In any case; null if it isn’t three letters. */
export function readCurrency(text: unknown): Currency | null {
  const code = typeof text === 'string' ? text.trim().toLowerCase() : text
  const read = z.safeParse(currencyShape, code)
  return read.success ? read.data : null
}
