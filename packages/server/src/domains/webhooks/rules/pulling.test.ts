import { expect, it } from 'vitest'
import { stretchOf } from './pulling.ts'

const line = { before: 100, last: 12_000 }

it.each([
  ['the beginning is the oldest that is kept', null, 100, 5_100],
  ['what is gone is passed over', 7, 100, 5_100],
  ['it goes on', 5_100, 5_100, 10_100],
  ['it ends with the line', 10_100, 10_100, 12_000],
  ['there is nothing behind the end', 12_000, 12_000, 12_000],
  ['nor further behind', 20_000, 20_000, 20_000],
  ['the latest is the end', 'latest' as const, 12_000, 12_000],
])('%s', (_what, asked, after, through) => {
  expect(stretchOf(line, asked)).toEqual({ after, through })
})

it('of an empty line there is nothing', () => {
  expect(stretchOf({ before: 0, last: 0 }, null)).toEqual({ after: 0, through: 0 })
})
