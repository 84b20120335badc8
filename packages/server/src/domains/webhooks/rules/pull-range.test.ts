import { expect, it } from 'vitest'
import { pullRange } from './pull-range.ts'

const logged = { before: 100, last: 12_000 }

it.each([
  ['the start is the oldest event that is kept', null, 100, 5_100],
  ['deleted events are skipped', 7, 100, 5_100],
  ['it continues after a cursor', 5_100, 5_100, 10_100],
  ['it ends with the log', 10_100, 10_100, 12_000],
  ['nothing follows the end', 12_000, 12_000, 12_000],
  ['nothing follows a cursor beyond the end', 20_000, 20_000, 20_000],
  ['latest is the end', 'latest' as const, 12_000, 12_000],
])('%s', (_what, asked, after, through) => {
  expect(pullRange(logged, asked)).toEqual({ after, through })
})

it('an empty log gives an empty range', () => {
  expect(pullRange({ before: 0, last: 0 }, null)).toEqual({ after: 0, through: 0 })
})
