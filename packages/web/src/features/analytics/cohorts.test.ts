import { expect, test } from 'vitest'
import { cohortLines, cohortRows } from './cohorts.ts'

const month = (at: number) => new Date(Date.UTC(2030, at, 1))

const left = (at: number, customers: number, runRate: number) => ({
  month: month(at),
  customers,
  runRate,
  customerRetention: customers / 4,
  revenueRetention: runRate / 4000,
})

const cohorts = [
  {
    month: month(0),
    customers: 4,
    runRate: 4000,
    months: [left(0, 4, 4000), left(1, 3, 5000), left(2, 1, 2000)],
  },
  { month: month(1), customers: 4, runRate: 4000, months: [left(1, 4, 4000), left(2, 2, 1000)] },
]

test('cohorts are what is left in the same month and each later one', () => {
  expect(cohortRows(cohorts, 'customers')).toEqual({
    headings: ['Same month', '+ 1', '+ 2'],
    rows: [
      { month: month(0), began: 4, shares: [1, 0.75, 0.25] },
      { month: month(1), began: 4, shares: [1, 0.5] },
    ],
  })
  expect(cohortRows(cohorts, 'revenue').rows).toMatchObject([
    { began: 4000, shares: [1, 1.25, 0.5] },
    { began: 4000, shares: [1, 0.25] },
  ])
})

test('cohorts are files with their units', () => {
  const of = { cohorts, currency: 'usd', timezone: 'UTC' }
  expect(cohortLines(of, 'revenue')).toEqual([
    ['Began in', 'Per month (USD)', 'Same month (%)', 'Month 1 (%)', 'Month 2 (%)'],
    ['2030-01-01', '40.00', '100', '125', '50'],
    ['2030-02-01', '40.00', '100', '25', ''],
  ])
})
