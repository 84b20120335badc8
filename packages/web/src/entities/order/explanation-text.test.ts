import { expect, test } from 'vitest'
import { exactAmountText, partText } from './explanation-text.ts'

const part = {
  kind: 'units',
  tier: null,
  units: '1234.5',
  quantity: '1234.5',
  unitAmount: '0.00025',
  flatAmount: '0',
  amount: '0.308625',
} as const

test.each([
  [part, '1,234.5 × $0.0000025'],
  [{ ...part, tier: 1, flatAmount: '500' }, 'Tier 2: 1,234.5 × $0.0000025 + $5.00'],
  [
    { ...part, kind: 'packages', quantity: '2', unitAmount: '900' },
    '1,234.5 in 2 × $9.00 packages',
  ],
  [{ ...part, kind: 'included' }, '1,234.5 included'],
  [{ ...part, kind: 'credited' }, '1,234.5 covered by credits'],
  [{ ...part, kind: 'minimum' }, 'Up to the minimum of a period'],
  [{ ...part, kind: 'cap' }, 'Down to the cap of a period'],
] as const)('a part of a charge is said in words: %#', (of, text) => {
  expect(partText(of, 'USD')).toBe(text)
})

test('amounts keep fractions of a cent, and their sign', () => {
  expect(exactAmountText('0.308625', 'USD')).toBe('$0.00308625')
  expect(exactAmountText('-50', 'USD')).toBe('−$0.50')
  expect(exactAmountText('0', 'USD')).toBe('$0.00')
})
