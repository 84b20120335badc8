/** What happened in a month to a cohort; both are positions in the list of months. */
export interface CohortCell {
  readonly cohort: number
  readonly month: number
  /** Customers who paid for the first time, and what they brought in then. */
  readonly began: number
  readonly beganWith: number
  /** How many times customers began to pay, the first included, and stopped. */
  readonly gained: number
  readonly lost: number
  /** What it added to what they bring in. */
  readonly amount: number
}

interface CohortMonth {
  readonly month: Date
  readonly customers: number
  readonly runRate: number
  readonly customerRetention: number
  readonly revenueRetention: number
}

interface Cohort {
  readonly month: Date
  readonly customers: number
  readonly runRate: number
  readonly months: readonly CohortMonth[]
}

/**
 * What is left of the customers of each month, at the end of it and of each later one. A month in
 * which nobody began has no cohort.
 */
export const cohortsOf = (months: readonly Date[], cells: readonly CohortCell[]): Cohort[] =>
  months.flatMap((month, cohort) => {
    const own = cells.filter((cell) => cell.cohort === cohort)
    const customers = own.reduce((sum, { began }) => sum + began, 0)
    if (customers === 0) return []
    const runRate = own.reduce((sum, { beganWith }) => sum + beganWith, 0)
    let [paying, bringing] = [0, 0]
    const left = months.slice(cohort).map((one, age): CohortMonth => {
      const cell = own.find((found) => found.month === cohort + age)
      paying += (cell?.gained ?? 0) - (cell?.lost ?? 0)
      bringing += cell?.amount ?? 0
      return {
        month: one,
        customers: paying,
        runRate: bringing,
        customerRetention: paying / customers,
        revenueRetention: bringing / runRate,
      }
    })
    return [{ month, customers, runRate, months: left }]
  })
