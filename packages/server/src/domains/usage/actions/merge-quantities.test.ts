import { describe, expect, it } from 'vitest'
import { formatDecimal } from '../../../kernel/decimal.ts'
import type { Series } from '../present/quantities.ts'
import type { QuantityRow } from '../store/quantities.ts'
import { groupsOf, seriesOf } from './merge-quantities.ts'

const starts = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)))

const row = (
  day: number,
  quantities: readonly [number, ...number[]],
  group: Partial<QuantityRow> = {},
): QuantityRow => ({
  key: null,
  isOthers: false,
  bucket: day,
  eventCount: quantities.length,
  sum: String(quantities.reduce((sum, one) => sum + 10 * one, 0) / 10),
  max: String(Math.max(...quantities)),
  min: String(Math.min(...quantities)),
  ...group,
})

const shown = ({ quantities, total }: Series) =>
  [...quantities.map(({ quantity }) => quantity), total].map(formatDecimal).join(' ')

describe('the quantities of a span', () => {
  const rows = [row(1, [1]), row(3, [0.1, 0.2]), row(1, [4])]

  it.each([
    ['count', '2 0 2 4'],
    ['sum', '5 0 0.3 5.3'],
    ['max', '4 0 0.2 4'],
    ['min', '1 0 0.1 0.1'],
    ['avg', '2.5 0 0.15 1.325'],
  ] as const)('by %s, and in all: %s', (func, expected) => {
    expect(shown(seriesOf(rows, { starts, func }))).toBe(expected)
  })

  it('are zero without events', () => {
    expect(shown(seriesOf([], { starts, func: 'avg' }))).toBe('0 0 0 0')
  })
})

it('groups are ordered by their totals, with what isn’t shown at the end', () => {
  const groups = groupsOf(
    [
      row(1, [9], { isOthers: true }),
      row(2, [1], { key: 'b' }),
      row(1, [1], { key: null }),
      row(1, [1], { key: 'a' }),
      row(3, [2], { key: 'b' }),
    ],
    (own) => seriesOf(own, { starts, func: 'sum' }),
  )
  expect(groups.map((one) => [one.key, one.isOthers, shown(one)])).toEqual([
    ['b', false, '0 1 2 3'],
    ['a', false, '1 0 0 1'],
    [null, false, '1 0 0 1'],
    [null, true, '9 0 0 9'],
  ])
})
