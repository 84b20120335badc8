import { type IncomeGroup, incomeGroups } from '@guildhall/contract/finance/income-groups'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import {
  addDays,
  addMonths,
  type Day,
  type DayRange,
  daysIn,
  startOfMonth,
} from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

export type ShownGroup = Exclude<IncomeGroup, 'total'>
export const shownGroups = incomeGroups.filter((one): one is ShownGroup => one !== 'total')

/** The state of the page in the URL; omitted values are defaults. */
export interface FinanceView {
  /** The first and the last day. */
  from?: string
  to?: string
  by?: ShownGroup
}

const groupDefault = 'month'

export function readFinanceView(search: SearchParameters): FinanceView {
  const days = readDays(search)
  const by = shownGroups.find((one) => one === search['by'])
  return {
    ...(days !== null && days.from >= dayMin && { from: days.from, to: days.to }),
    ...(by !== undefined && by !== groupDefault && { by }),
  }
}

/** The first day that the server takes. */
export const dayMin: Day = '2023-01-01'

/** How many days the server takes. */
const daysMax = 366

export const groupOf = ({ by }: FinanceView): ShownGroup => by ?? groupDefault

/** By default this month and the eleven before it; of longer ranges, as much as a report can have. */
export function daysOf({ from, to }: FinanceView, today: Day): DayRange {
  const range =
    from === undefined || to === undefined
      ? { from: addMonths(startOfMonth(today), -11), to: today }
      : { from, to }
  const earliest = addDays(range.to, -(daysMax - 1))
  return daysIn(range) > daysMax ? { from: earliest, to: range.to } : range
}
