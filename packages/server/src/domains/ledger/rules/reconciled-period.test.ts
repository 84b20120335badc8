import { describe, expect, it } from 'vitest'
import { dailyPeriod, nextPart } from './reconciled-period.ts'

const at = (text: string) => new Date(text)
const now = at('2026-03-31T06:00:00Z')
const to = at('2026-03-31T05:00:00Z')
const thirtyDays = at('2026-03-01T05:00:00Z')

describe('a daily run', () => {
  it.each([
    ['without payments', null, null, thirtyDays],
    ['before the first one, of a new server', null, '2026-03-20T00:00:00Z', thirtyDays],
    [
      'before the first one, from the first payment',
      null,
      '2024-05-01T00:00:00Z',
      at('2024-04-30T23:00:00Z'),
    ],
    ['after yesterday’s', '2026-03-30T05:00:00Z', '2024-05-01T00:00:00Z', thirtyDays],
    ['after a long time, without a gap', '2026-01-05T05:00:00Z', null, at('2026-01-05T05:00:00Z')],
  ])('%s', (_, comparedTo, first, from) => {
    const before = {
      comparedTo: comparedTo === null ? null : at(comparedTo),
      firstPaymentAt: first === null ? null : at(first),
    }
    expect(dailyPeriod(before, now)).toEqual({ from, to })
  })
})

it('a period is compared in days, and the last part may be shorter', () => {
  const next = nextPart(at('2026-03-29T17:00:00Z'), { to })
  expect(next.to).toEqual(at('2026-03-30T17:00:00Z'))
  expect(nextPart(next.to, { to })).toEqual({ from: next.to, to })
})
