import { moneyUnit, type Unit, unitOf } from '#/entities/metric/units.ts'
import { dayInZone, formatDay } from '#/ui/calendar-days.ts'
import type { Cohort } from './breakdown-queries.ts'

export type CohortsBy = 'customers' | 'revenue'

interface CohortRow {
  readonly month: Date
  /** Customers, or what they brought in per month. */
  readonly began: number
  /** Of the same month first, then of each later one. */
  readonly shares: readonly number[]
}

/** Headings say how many months later it is. */
export function cohortRows(cohorts: readonly Cohort[], by: CohortsBy) {
  const months = Math.max(0, ...cohorts.map((one) => one.months.length))
  const headings = Array.from({ length: months }, (_, at) => (at === 0 ? 'Same month' : `+ ${at}`))
  const rows = cohorts.map(
    (one): CohortRow => ({
      month: one.month,
      began: by === 'customers' ? one.customers : one.runRate,
      shares: one.months.map((later) =>
        by === 'customers' ? later.customerRetention : later.revenueRetention,
      ),
    }),
  )
  return { headings, rows }
}

interface Cohorts {
  readonly cohorts: readonly Cohort[]
  readonly currency: string
  readonly timezone: string
}

/** As the table has it; a leading plus would make a formula of a heading. */
export function cohortLines({ cohorts, currency, timezone }: Cohorts, by: CohortsBy): string[][] {
  const { headings, rows } = cohortRows(cohorts, by)
  const [began, share] = cohortUnits(by, currency)
  return [
    [
      'Began in',
      began.heading(beganHeadings[by]),
      ...headings.map((one) => share.heading(one.replace('+', 'Month'))),
    ],
    ...rows.map((row) => [
      dayInZone(row.month, timezone),
      began.plain(row.began),
      ...headings.map((_, at) => {
        const of = row.shares[at]
        return of === undefined ? '' : share.plain(of)
      }),
    ]),
  ]
}

export const beganHeadings = { customers: 'Customers', revenue: 'Per month' } as const

/** Of what began, and of the shares that are left of it. */
export const cohortUnits = (by: CohortsBy, currency: string): readonly [Unit, Unit] => [
  by === 'customers' ? unitOf('payingCustomers', currency) : moneyUnit(currency),
  unitOf('customerChurnRate', currency),
]

export const monthName = (month: Date, timeZone: string): string =>
  formatDay(dayInZone(month, timeZone), { month: 'short', year: 'numeric' })
