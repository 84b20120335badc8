import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'
import type { DayRange } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'
import { isInterval } from './interval-names.ts'
import { dayMin, type RangeName, rangeDefault, rangeNames } from './range-names.ts'

/** The state of the pages in the URL; omitted values are defaults. */
export interface AnalyticsView {
  /** A preset, such as `last-12-months`; or the first and the last day. */
  range?: string
  from?: string
  to?: string
  by?: MetricInterval
  compare?: true
  product?: string
  currency?: string
  /** All currencies together, in the reporting currency. */
  convert?: true
  /** Cohorts by what they bring in, instead of by customers. */
  cohorts?: 'revenue'
  /** Conversion by checkout link, instead of by product. */
  conversion?: 'link'
  /** The charts that are shown as tables, joined by dots. */
  tables?: string
}

const slugOf = (name: RangeName): string => name.replaceAll(' ', '-')

export function readAnalyticsView(search: SearchParameters): AnalyticsView {
  const name = rangeNames.find((one) => slugOf(one) === search['range'])
  const days = readDays(search)
  const { by } = search
  const product = readText(search['product'])
  const currency = currencyIn(readText(search['currency']))
  const tables = readText(search['tables'])
  return {
    ...(days !== null && days.from >= dayMin
      ? { from: days.from, to: days.to }
      : name !== undefined && name !== rangeDefault && { range: slugOf(name) }),
    ...(isInterval(by) && { by }),
    ...(search['compare'] === true && { compare: true as const }),
    ...(product !== undefined && uuid.test(product) && { product }),
    ...(search['convert'] === true ? { convert: true as const } : currency && { currency }),
    ...(search['cohorts'] === 'revenue' && { cohorts: 'revenue' as const }),
    ...(search['conversion'] === 'link' && { conversion: 'link' as const }),
    ...(tables && { tables }),
  }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const currencyIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^[a-z]{3}$/.test(text) ? text : undefined

/** Undefined where the days are given. */
export function rangeNameOf({ range, from }: AnalyticsView): RangeName | undefined {
  if (from !== undefined) return undefined
  return rangeNames.find((one) => slugOf(one) === range) ?? rangeDefault
}

export const daysOf = ({ from, to }: AnalyticsView): DayRange | null =>
  from === undefined || to === undefined ? null : { from, to }

/** Other days; the interval is picked anew. */
export function withRange(
  view: AnalyticsView,
  range: DayRange,
  name: string | null,
): AnalyticsView {
  const { range: _range, from: _from, to: _to, by: _by, ...rest } = view
  const preset = rangeNames.find((one) => one === name)
  return readAnalyticsView({
    ...rest,
    ...(preset === undefined ? range : { range: slugOf(preset) }),
  })
}

export const isTable = ({ tables = '' }: AnalyticsView, chart: string): boolean =>
  tables.split('.').includes(chart)

export function withTable(view: AnalyticsView, chart: string, shown: boolean): AnalyticsView {
  const { tables = '', ...rest } = view
  const others = tables.split('.').filter((one) => one !== '' && one !== chart)
  const all = shown ? [...others, chart] : others
  return { ...rest, ...(all.length > 0 && { tables: all.join('.') }) }
}
