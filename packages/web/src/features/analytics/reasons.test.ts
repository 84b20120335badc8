import { expect, test } from 'vitest'
import { reasonsOf } from './reasons.ts'

const none = {
  cancellationsCustomerService: 0,
  cancellationsLowQuality: 0,
  cancellationsMissingFeatures: 0,
  cancellationsSwitchedService: 0,
  cancellationsTooComplex: 0,
  cancellationsTooExpensive: 0,
  cancellationsUnused: 0,
  cancellationsOther: 0,
}

test('the most frequent reason is first, and those without one are last', () => {
  const totals = { ...none, cancellationsUnused: 2, cancellationsTooExpensive: 5 }
  const reasons = reasonsOf({ ...totals, churnedSubscriptions: 10 })
  expect(reasons.slice(0, 2)).toEqual([
    { figure: 'cancellationsTooExpensive', name: 'Too expensive', count: 5 },
    { figure: 'cancellationsUnused', name: 'Unused', count: 2 },
  ])
  expect(reasons.at(-1)).toEqual({ figure: null, name: 'No reason given', count: 3 })
  expect(reasons).toHaveLength(9)
})
