import { describe, expect, test } from 'vitest'
import { pathOf } from './sparkline.tsx'

describe('a sparkline', () => {
  test.each<[number[], string]>([
    [[0, 10], 'M0 26 L100 2'],
    [[0, 5, 10, 0], 'M0 26 L33.33 14 L66.67 2 L100 26'],
    [[-10, 0], 'M0 26 L100 2'],
    [[7, 7, 7], 'M0 14 L50 14 L100 14'],
    [[3], 'M0 14 H100'],
    [[0, 0], 'M0 26 L100 26'],
    [[], 'M0 26 H100'],
  ])('of %j is drawn within its box', (values, expected) => {
    expect(pathOf(values)).toBe(expected)
  })
})
