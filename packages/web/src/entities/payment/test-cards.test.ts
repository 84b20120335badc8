import { describe, expect, test } from 'vitest'
import {
  codeMistake,
  expiryMistake,
  expiryText,
  grouped,
  numberMistake,
  testCards,
  tokenOf,
} from './test-cards.ts'

const today = new Date(2027, 2, 14)

describe('test cards', () => {
  test.each(testCards)('$number becomes $token', ({ number, token }) => {
    expect(tokenOf(number)).toBe(token)
    expect(tokenOf(number.replaceAll(' ', ''))).toBe(token)
    expect(numberMistake(number)).toBeNull()
    // Luhn: a typing error never turns one card into another.
    expect(tokenOf(number.replace(/^4/, '5'))).toBeNull()
  })

  test.each([
    ['', 'Enter a card number.'],
    ['4242 42', 'This card number is too short.'],
    ['5555 5555 5555 4444', 'Test mode accepts only test cards. Use 4242 4242 4242 4242.'],
  ])('%s is refused with a helpful message', (number, expected) => {
    expect(numberMistake(number)).toBe(expected)
  })

  test.each([
    ['42424242', '4242 4242'],
    ['4242-4242 42', '4242 4242 42'],
    ['4'.repeat(30), '4444 4444 4444 4444 444'],
    ['x', ''],
  ])('%s is formatted as %s', (typed, shown) => {
    expect(grouped(typed)).toBe(shown)
  })

  test.each([
    ['1', '', '1'],
    ['12', '1', '12 / '],
    ['5', '', '05 / '],
    ['1234', '', '12 / 34'],
    ['12 / 345', '12 / 34', '12 / 34'],
    ['12 /', '12 / ', '1'],
    ['12 / 3', '12 / 34', '12 / 3'],
  ])('the expiry %s after %s is formatted as %s', (typed, before, shown) => {
    expect(expiryText(typed, before)).toBe(shown)
  })

  test.each([
    ['', 'Enter month and year, such as 12 / 34.'],
    ['13 / 30', 'Enter month and year, such as 12 / 34.'],
    ['02 / 27', 'This card has expired.'],
    ['03 / 27', null],
    ['12 / 34', null],
  ])('%s: %s', (text, expected) => {
    expect(expiryMistake(text, today)).toBe(expected)
  })

  test.each([
    ['12', false],
    ['123', true],
    ['1234', true],
    ['12a', false],
  ])('the code %s is valid: %s', (text, isValid) => {
    expect(codeMistake(text) === null).toBe(isValid)
  })
})
