import { currency } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { amountText, otherAmountText } from './movement-amounts.ts'

const nothing = {
  currency: currency.parse('usd'),
  amount: 0,
  billingAmount: 0,
  trialAmount: 0,
  committedAmount: 0,
}

test.each([
  [{ kind: 'new', amount: 2900, committedAmount: 2900 }, '+$29.00', null],
  [{ kind: 'churn', amount: -2900 }, '-$29.00', null],
  [{ kind: 'trial', trialAmount: 2900 }, '$0.00', '+$29.00 in trials'],
  [{ kind: 'cancellation', committedAmount: -2900 }, '$0.00', '-$29.00 committed'],
  [{ kind: 'discount', billingAmount: 500 }, '$0.00', '+$5.00 after discounts'],
  [{ kind: 'free' }, '$0.00', null],
] as const)('a movement %o is shown with its sign', (given, amount, other) => {
  const movement = { ...nothing, ...given }
  expect([amountText(movement), otherAmountText(movement)]).toEqual([amount, other])
})
