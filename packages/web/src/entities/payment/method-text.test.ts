import { expect, it } from 'vitest'
import { expiryText, methodName } from './method-text.ts'

const card = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 }

it.each([
  [{ type: 'card', card }, 'Visa ending in 4242', 'Expires 04/2031'],
  [
    { type: 'card', card: { ...card, brand: 'eftpos' } },
    'eftpos ending in 4242',
    'Expires 04/2031',
  ],
  [{ type: 'sepa_debit' }, 'sepa debit', null],
])('%j is called “%s”', (method, name, expiry) => {
  expect(methodName(method)).toBe(name)
  expect(expiryText(method)).toBe(expiry)
})
