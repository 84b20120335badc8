import { describe, expect, test } from 'vitest'
import { mistakeIn } from '#/lib/form-schema.ts'
import { dunningOf, dunningSchema, dunningText, formOf } from './dunning-form.ts'

const usual = { attemptDays: [2, 7, 14, 21], graceDays: 7, finalAction: 'cancel' } as const

describe('the form', () => {
  test('round-trips saved settings', () => {
    const kept = { ...usual, attemptDays: [...usual.attemptDays] }
    expect(formOf(kept)).toEqual({
      attemptDays: '2, 7, 14, 21',
      graceDays: '7',
      finalAction: 'cancel',
    })
    expect(dunningOf(formOf(kept))).toEqual(usual)
  })

  test.each([
    ['2, 7, 14, 21', [2, 7, 14, 21]],
    ['1;3 9', [1, 3, 9]],
    ['2, 7 and 14', [2, 7, 14]],
    ['', []],
  ])('parses the days “%s”', (attemptDays, days) => {
    const form = { attemptDays, graceDays: ' 0 ', finalAction: 'keep' } as const
    expect(mistakeIn(dunningSchema.attemptDays, attemptDays)).toBeNull()
    expect(dunningOf(form)).toEqual({ attemptDays: days, graceDays: 0, finalAction: 'keep' })
  })
})

describe('an error', () => {
  test.each([
    ['2, soon', 'Enter days as whole numbers, such as 2, 7, 14, 21.'],
    ['2.5', 'Enter days as whole numbers, such as 2, 7, 14, 21.'],
    ['1 2 3 4 5 6 7 8 9 10 11', 'Enter at most 10 days.'],
    ['0, 2', 'Enter days from 1 to 90.'],
    ['2, 91', 'Enter days from 1 to 90.'],
    ['7, 2', 'Enter each day once, the earliest first.'],
    ['2, 2', 'Enter each day once, the earliest first.'],
  ])('in “%s” is reported', (text, expected) => {
    expect(mistakeIn(dunningSchema.attemptDays, text)).toBe(expected)
  })

  test.each(['', 'a week', '-1', '91', '1.5'])('in the grace period is reported: “%s”', (text) => {
    expect(mistakeIn(dunningSchema.graceDays, text)).toBe('Enter a whole number from 0 to 90.')
  })
})

test.each([
  [usual, /retried after 2, 7, 14, and 21 days\. Benefits continue for 7 days\. .* is canceled/],
  [{ attemptDays: [1], graceDays: 1, finalAction: 'keep' }, /after 1 day\. .* a day\. .* past due/],
  [
    { attemptDays: [], graceDays: 0, finalAction: 'unpaid' },
    /not retried .* end immediately\. .* unpaid/,
  ],
] as const)('the settings as text (%#)', (dunning, expected) => {
  expect(dunningText({ ...dunning, attemptDays: [...dunning.attemptDays] })).toMatch(expected)
})
