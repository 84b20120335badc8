import { expect, test } from 'vitest'
import { currenciesToChoose, currencyFor } from './currency.ts'

test.each([
  [undefined, [], 'usd'],
  [undefined, ['eur', 'usd'], 'usd'],
  [undefined, ['eur', 'gbp'], 'eur'],
  ['gbp', ['eur', 'usd'], 'gbp'],
] as const)('of %s and %o, %s is shown', (asked, currencies, shown) => {
  expect(currencyFor(asked, currencies)).toBe(shown)
})

test('the chosen currency can be chosen, also without figures', () => {
  expect(currenciesToChoose('usd', ['eur', 'usd'])).toEqual(['eur', 'usd'])
  expect(currenciesToChoose('chf', ['eur'])).toEqual(['chf', 'eur'])
})
