import { expect, test } from 'vitest'
import { on } from '../../../../test/subscription-facts.ts'
import { type CohortCell, cohortsOf } from './cohorts.ts'

const [january, february, march] = ['2031-01-01', '2031-02-01', '2031-03-01'].map(on)
const months = [january, february, march].flatMap((one) => one ?? [])

const cell = (cohort: number, month: number, rest: Partial<CohortCell>): CohortCell => ({
  cohort,
  month,
  began: 0,
  beganWith: 0,
  gained: 0,
  lost: 0,
  amount: 0,
  ...rest,
})

test('what is left of a cohort adds up month by month', () => {
  const cells = [
    // Four begin with 30 each, one leaves at once; then one leaves and another pays 50 more; one is back.
    cell(0, 0, { began: 4, beganWith: 120, gained: 4, lost: 1, amount: 90 }),
    cell(0, 1, { lost: 1, amount: 20 }),
    cell(0, 2, { gained: 1, amount: 30 }),
    cell(2, 2, { began: 1, beganWith: 10, gained: 1, amount: 10 }),
  ]
  expect(cohortsOf(months, cells)).toEqual([
    {
      month: january,
      customers: 4,
      runRate: 120,
      months: [
        {
          month: january,
          customers: 3,
          runRate: 90,
          customerRetention: 0.75,
          revenueRetention: 0.75,
        },
        {
          month: february,
          customers: 2,
          runRate: 110,
          customerRetention: 0.5,
          revenueRetention: 110 / 120,
        },
        {
          month: march,
          customers: 3,
          runRate: 140,
          customerRetention: 0.75,
          revenueRetention: 140 / 120,
        },
      ],
    },
    {
      month: march,
      customers: 1,
      runRate: 10,
      months: [
        { month: march, customers: 1, runRate: 10, customerRetention: 1, revenueRetention: 1 },
      ],
    },
  ])
})
