import { minorUnits } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { creditText } from './credit-text.ts'

test.each([
  [-30, 0, 'You owe 30, which is charged with your next payment.'],
  [890, 890, 'It pays for your next renewals and purchases automatically.'],
  [890, 0, 'It pays only for the purchase that it came from, until you accept that.'],
  [
    890,
    300,
    '300 of it pays for your next renewals and purchases. The rest pays only for the purchase that ' +
      'it came from, until you accept that.',
  ],
])('a balance of %i, of which %i is usable', (balance, usable, text) => {
  const wallet = { balance: minorUnits.parse(balance), usableAmount: minorUnits.parse(usable) }
  expect(creditText(wallet, String)).toBe(text)
})
