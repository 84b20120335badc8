import { expect, it } from 'vitest'
import { cardText } from './card-text.ts'

it.each([
  ['visa', 'Visa ending in 4242'],
  ['amex', 'American Express ending in 4242'],
  ['jcb', 'JCB ending in 4242'],
  ['eftpos', 'eftpos ending in 4242'],
])('a card of the brand %s is called “%s”', (brand, text) => {
  expect(cardText({ brand, last4: '4242' })).toBe(text)
})
