import { currency } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { balanceInWords } from './balance-words.ts'
import type { Standing } from './postings.ts'

const on = (name: Standing['account'], amount: number, of = 'eur') => ({
  account: name,
  place: null,
  currency: currency.parse(of),
  amount: minorUnits(amount),
})

it.each<[string, Parameters<typeof balanceInWords>[0], string | null]>([
  ['nothing was ever booked', [], null],
  ['all is given back', [on('seller_payable', 0), on('tax_payable', 0)], null],
  [
    'the processor kept what was sold',
    [on('seller_payable', 300), on('processor_fees', -300)],
    null,
  ],
  [
    'something was sold',
    [on('cash_at_processor', -11_900), on('seller_payable', 10_000), on('tax_payable', 1_900)],
    '€100.00 available, €19.00 tax',
  ],
  ['a fee is left', [on('processor_fees', -300), on('cash_at_processor', 300)], '-€3.00 available'],
  [
    'a dispute is open, and the other currency has no small coins',
    [on('dispute_clearing', 500), on('seller_payable', 12, 'jpy')],
    '€5.00 disputed, ¥12 available',
  ],
])('in words, where %s', (_, accounts, words) => {
  expect(balanceInWords(accounts)).toBe(words)
})
