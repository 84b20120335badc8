import { expect, test } from 'vitest'
import { activationsText, expiryWord, usageText } from './license-key-text.ts'

test.each([
  [0, null, null],
  [1, null, '1 use'],
  [1200, null, '1,200 uses'],
  [3, 1000, '3 of 1,000 uses'],
])('%s uses of %s', (usage, limitUsage, text) => {
  expect(usageText({ usage, limitUsage })).toBe(text)
})

test('activations and expiry', () => {
  expect(activationsText(0, 1)).toBe('0 of 1 activation')
  expect(activationsText(2, 5)).toBe('2 of 5 activations')
  const now = new Date('2027-01-01')
  expect(expiryWord(now, now)).toBe('expired')
  expect(expiryWord(new Date('2027-01-02'), now)).toBe('expires')
})
