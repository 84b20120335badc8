import { expect, test } from 'vitest'
import { instantText } from './instant-text.ts'

test('an instant is written as ISO 8601, with milliseconds and in UTC', () => {
  const edges = [
    '2026-11-26T00:00:00.000Z',
    '2026-11-26T23:59:59.999Z',
    '2024-02-29T09:08:07.060Z',
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.005Z',
    '+010000-01-01T12:00:00.100Z',
    '-000044-03-15T12:30:00.000Z',
  ]
  for (const text of edges) expect(instantText(new Date(text))).toBe(text)
  // More days than are kept, by steps that reach every hour and second.
  for (let turn = 0; turn < 10_000; turn++) {
    const instant = new Date(Date.UTC(2000, 0, 1) + turn * 88_277_919)
    expect(instantText(instant)).toBe(instant.toISOString())
  }
})

test('what is no instant is refused', () => {
  expect(() => instantText(new Date(Number.NaN))).toThrow(RangeError)
})
