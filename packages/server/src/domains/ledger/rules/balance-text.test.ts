import { currency } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { balanceText } from './balance-text.ts'
import type { AccountBalance } from './postings.ts'

const on = (name: AccountBalance['account'], amount: number, of = 'eur') => ({
  account: name,
  place: null,
  currency: currency.parse(of),
  amount: minorUnits(amount),
})

it.each<[string, Parameters<typeof balanceText>[0], string | null]>([
  ['nothing was ever posted', [], null],
  ['all was refunded', [on('seller_payable', 0), on('tax_payable', 0)], null],
  ['fees took all that was sold', [on('seller_payable', 300), on('processor_fees', -300)], null],
  [
    'something was sold',
    [on('cash_at_processor', -11_900), on('seller_payable', 10_000), on('tax_payable', 1_900)],
    '€100.00 available, €19.00 tax',
  ],
  [
    'only a fee is left',
    [on('processor_fees', -300), on('cash_at_processor', 300)],
    '-€3.00 available',
  ],
  [
    'a dispute is open, and a currency has no minor units',
    [on('dispute_clearing', 500), on('seller_payable', 12, 'jpy')],
    '€5.00 disputed, ¥12 available',
  ],
])('the text where %s', (_, accounts, text) => {
  expect(balanceText(accounts)).toBe(text)
})
