import type { QuantityInterval } from '@guildhall/contract/usage/quantities'
import { dateLocale } from '#/lib/format.ts'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

/** How many days are charted, and by which intervals they can be; the first is the default. */
export const chartSpans = {
  '7d': { label: '7 days', days: 7, intervals: ['day', 'hour'] },
  '30d': { label: '30 days', days: 30, intervals: ['day', 'week'] },
  '90d': { label: '90 days', days: 90, intervals: ['week', 'day', 'month'] },
  '12m': { label: '12 months', days: 365, intervals: ['month', 'week', 'day'] },
} as const satisfies Readonly<
  Record<
    string,
    { label: string; days: number; intervals: readonly [QuantityInterval, ...QuantityInterval[]] }
  >
>

export type ChartSpan = keyof typeof chartSpans

const spanNames = ['7d', '30d', '90d', '12m'] as const satisfies readonly ChartSpan[]
const spanDefault = '30d'

const customerSorts = ['customer_name', 'consumed_units', 'balance'] as const

/** The state of a meter’s page in the URL; omitted values are defaults. */
export interface MeterView extends ListView<(typeof customerSorts)[number]> {
  span?: ChartSpan
  by?: QuantityInterval
}

export function readMeterView(search: SearchParameters): MeterView {
  const { sort, page } = readListView(search, customerSorts)
  const span = spanNames.find((one) => one === search['span'])
  const by = intervalsOf({ ...(span && { span }) }).find((one) => one === search['by'])
  return {
    ...(sort && { sort }),
    ...(page && { page }),
    ...(span && span !== spanDefault && { span }),
    ...(by && by !== intervalsOf({ ...(span && { span }) })[0] && { by }),
  }
}

export const spanOf = ({ span }: Pick<MeterView, 'span'>): ChartSpan => span ?? spanDefault

export const intervalsOf = (
  view: Pick<MeterView, 'span'>,
): readonly [QuantityInterval, ...QuantityInterval[]] => chartSpans[spanOf(view)].intervals

export const intervalOf = (view: MeterView): QuantityInterval => view.by ?? intervalsOf(view)[0]

/** The whole local days until today. */
export function chartedDays(view: MeterView, now: Date): { start: Date; end: Date } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const { days } = chartSpans[spanOf(view)]
  return { start: new Date(year, month, day + 1 - days), end: new Date(year, month, day + 1) }
}

/** What an interval is called on the axis, in the reader’s time zone. */
export function intervalLabel(start: Date, interval: QuantityInterval): string {
  return new Intl.DateTimeFormat(dateLocale, labelFormats[interval]).format(start)
}

const day = { day: 'numeric', month: 'short' } as const

const labelFormats: Readonly<Record<QuantityInterval, Intl.DateTimeFormatOptions>> = {
  hour: { ...day, hour: 'numeric', minute: '2-digit' },
  day,
  week: day,
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}
