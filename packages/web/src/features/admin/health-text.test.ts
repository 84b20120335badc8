import { expect, test } from 'vitest'
import {
  asSentence,
  asTitle,
  durationText,
  lagText,
  sortFindings,
  waitText,
} from './health-text.ts'

test('findings are sentences on a page', () => {
  expect(asTitle('the schema is current')).toBe('The schema is current')
  expect(asTitle('GUILDHALL_URL is set')).toBe('GUILDHALL_URL is set')
  expect(asSentence('set both by NTP')).toBe('Set both by NTP.')
  expect(asSentence('It is so.')).toBe('It is so.')
})

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [86_399, '23 h'],
  [86_400, '1 d'],
  [86_400 * 1200, '1,200 d'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('what waits has an age', () => {
  expect(waitText({ waiting: 0, oldestSeconds: 0, failed: 0 })).toBe('Nothing waits')
  expect(waitText({ waiting: 2, oldestSeconds: 90, failed: 0 })).toBe('The oldest for 1 min')
  expect(lagText(null)).toBe('behind by an unknown time')
  expect(lagText(3)).toBe('3 s behind')
})

test('the worst finding comes first', () => {
  const finding = (state: 'fine' | 'weak' | 'wrong') =>
    ({ check: 'jobs', state, text: state, remedy: null }) as const
  const [fine, weak, wrong] = [finding('fine'), finding('weak'), finding('wrong')]
  expect(sortFindings([weak, fine, wrong])).toEqual({ problems: [wrong, weak], passed: [fine] })
})
