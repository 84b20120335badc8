import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsCardNumber, isCardNumber, replaceCardNumbers } from './card-number.ts'

describe('a card number', () => {
  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '36227206271667',
    '6011111111111117',
    '6205500000000000004',
  ])('is %s', (text) => {
    expect(isCardNumber(text)).toBe(true)
    expect(holdsCardNumber(`the card ${text}, he said`)).toBe(true)
  })

  it.each([
    '4242424242424241',
    '424242424242',
    '42424242424242424242',
    '1700000000000',
    '0000000000000000',
    '4242424242424242a',
    '',
  ])('is not %s', (text) => {
    expect(isCardNumber(text)).toBe(false)
  })

  it('never differs from another card number by a single mistyped digit', () => {
    const digit = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), digit, (place, other) => {
        const digits = Array.from('4242424242424242')
        fc.pre(digits[place] !== String(other))
        const mistyped = digits.toSpliced(place, 1, String(other)).join('')
        expect(isCardNumber(mistyped)).toBe(false)
      }),
    )
  })

  it('is masked anywhere in a text, and nothing else is', () => {
    const text = 'from 4242424242424242 to 5555 5555 5555 4444 at 2026-11-22, id 4242424242424241'
    expect(replaceCardNumbers(text, '…')).toBe('from … to … at 2026-11-22, id 4242424242424241')
  })

  it('is not found inside an id', () => {
    const uuid = '01939c10-4242-7424-8242-424242424242'
    expect(replaceCardNumbers(uuid, '…')).toBe(uuid)
  })
})
