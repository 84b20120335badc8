import { expect, it } from 'vitest'
import { concurrencyFor } from './concurrency.ts'

it.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [200, 2],
  [201, 3],
  [701, 8],
  [1_000_000, 8],
])('with %i waiting events, %i are sent concurrently', (lag, concurrency) => {
  expect(concurrencyFor(lag)).toBe(concurrency)
})
