import { currency } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { bookedFee } from './fee.ts'

const movement = (
  [amount, fee, settled]: readonly [number, number, string],
  [paid, of]: readonly [number, string],
) => ({
  amount: minorUnits(amount),
  fee: minorUnits(fee),
  currency: currency.parse(settled),
  paymentAmount: minorUnits(paid),
  paymentCurrency: currency.parse(of),
})

it.each([
  ['of the same currency', [11_900, 375, 'eur'], [11_900, 'eur'], [375, 'eur']],
  ['converted as the charge was', [12_900, 404, 'usd'], [11_900, 'eur'], [373, 'eur']],
  ['of a currency without decimals', [670, 49, 'usd'], [1_000, 'jpy'], [73, 'jpy']],
  ['of a disputed payment', [-12_900, 1_500, 'usd'], [-11_900, 'eur'], [1_384, 'eur']],
  ['that was returned', [-12_900, -374, 'usd'], [-11_900, 'eur'], [-345, 'eur']],
  ['without a movement', [0, 1_500, 'usd'], [0, 'eur'], [1_500, 'usd']],
  ['of nothing', [11_900, 0, 'usd'], [11_000, 'eur'], [0, 'eur']],
] as const)('a fee %s', (_, settled, paid, [amount, of]) => {
  expect(bookedFee(movement(settled, paid))).toEqual({ amount, currency: of })
})
