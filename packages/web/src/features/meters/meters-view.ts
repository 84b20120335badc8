import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['name', 'created_at'] as const

export type MeterStatus = 'all' | 'active' | 'archived'

/** The state of the list in the URL; omitted values are defaults. */
export interface MetersView extends ListView<(typeof sortable)[number]> {
  /** Active meters by default. */
  show?: 'all' | 'archived'
}

export function readMetersView(search: SearchParameters): MetersView {
  const show = (['all', 'archived'] as const).find((one) => one === search['show'])
  return { ...readListView(search, sortable), ...(show && { show }) }
}

export const meterStatusOf = ({ show }: MetersView): MeterStatus => show ?? 'active'

/** The first page of the list with other filters. */
export const withMeterStatus = ({ q, sort }: MetersView, status: MeterStatus): MetersView => ({
  ...(q && { q }),
  ...(sort && { sort }),
  ...(status !== 'active' && { show: status }),
})
