import { describe, expect, test } from 'vitest'
import {
  attemptDaysMistake,
  dunningOf,
  dunningWords,
  formOf,
  graceDaysMistake,
} from './dunning-form.ts'

const usual = { attemptDays: [2, 7, 14, 21], graceDays: 7, finalAction: 'cancel' } as const

describe('the form', () => {
  test('holds what is kept, and gives it back', () => {
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
  ])('reads the days of “%s”', (attemptDays, days) => {
    const form = { attemptDays, graceDays: ' 0 ', finalAction: 'keep' } as const
    expect(attemptDaysMistake(attemptDays)).toBeNull()
    expect(dunningOf(form)).toEqual({ attemptDays: days, graceDays: 0, finalAction: 'keep' })
  })
})

describe('a mistake', () => {
  test.each([
    ['2, soon', 'Enter days as whole numbers, such as 2, 7, 14, 21.'],
    ['2.5', 'Enter days as whole numbers, such as 2, 7, 14, 21.'],
    ['1 2 3 4 5 6 7 8 9 10 11', 'Enter at most 10 days.'],
    ['0, 2', 'Enter days from 1 to 90.'],
    ['2, 91', 'Enter days from 1 to 90.'],
    ['7, 2', 'Enter each day once, the earliest first.'],
    ['2, 2', 'Enter each day once, the earliest first.'],
  ])('in “%s” is told', (text, words) => {
    expect(attemptDaysMistake(text)).toBe(words)
  })

  test.each(['', 'a week', '-1', '91', '1.5'])('of grace is told: “%s”', (text) => {
    expect(graceDaysMistake(text)).toBe('Enter a number of days from 0 to 90.')
  })
})

test.each([
  [usual, /tried again after 2, 7, 14, and 21 days\. Benefits stay for 7 days\. .* is canceled/],
  [{ attemptDays: [1], graceDays: 1, finalAction: 'keep' }, /after 1 day\. .* a day\. .* past due/],
  [
    { attemptDays: [], graceDays: 0, finalAction: 'unpaid' },
    /isn’t tried .* end at once\. .* unpaid/,
  ],
] as const)('what happens is said in words (%#)', (dunning, words) => {
  expect(dunningWords({ ...dunning, attemptDays: [...dunning.attemptDays] })).toMatch(words)
})
