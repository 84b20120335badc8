import { expect, it } from 'vitest'
import { windowOf } from './window.ts'

it.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [200, 2],
  [201, 3],
  [701, 8],
  [1_000_000, 8],
])('where %i events wait, %i may be on their way at once', (lag, window) => {
  expect(windowOf(lag)).toBe(window)
})
