import { expect, it } from 'vitest'
import { readThresholds, thresholdsMistake, thresholdsText } from './thresholds.ts'

it.each([
  ['', []],
  ['80', [80]],
  ['50, 80 100', [50, 80, 100]],
  ['50%,80%', [50, 80]],
  ['0', null],
  ['1001', null],
  ['12.5', null],
  ['half', null],
  ['1 2 3 4 5 6 7 8 9 10 11', null],
])('%j are the percentages %j', (typed, thresholds) => {
  expect(readThresholds(typed)).toEqual(thresholds)
  expect(thresholdsMistake(typed) === null).toBe(thresholds !== null)
})

it('are listed as text', () => {
  expect(thresholdsText([80])).toBe('80%')
  expect(thresholdsText([50, 80, 100])).toBe('50%, 80%, and 100%')
})
