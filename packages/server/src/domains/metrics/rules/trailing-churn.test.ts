import { currency } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import { on } from '../../../../test/subscription-facts.ts'
import { sumsOf } from './sums.ts'
import { trailingChurnRates } from './trailing-churn.ts'

const usd = currency.parse('usd')
const move = (day: string, gained: number, lost: number, of = usd) => ({
  startsAt: on(day),
  currency: of,
  gained,
  lost,
})
const window = (from: string, until: string) => ({ from: on(from), until: on(until) })
const opening = (gained: number, lost: number) =>
  sumsOf((name) => (name === 'gained' ? gained : name === 'lost' ? lost : 0))

// At the start, on 1 March, ten pay: twelve began and two left.
const rates = (windows: readonly ReturnType<typeof window>[], moves: ReturnType<typeof move>[]) =>
  trailingChurnRates({
    windows,
    start: on('2031-03-01'),
    opening: opening(12, 2),
    moves,
    currencies: [usd],
  })

describe('the churn of thirty days', () => {
  test('is of those who paid when they began', () => {
    // Two of the ten joined on 20 February, and one left on the 10th: nine paid on 1 February.
    const moves = [move('2031-02-20', 2, 0), move('2031-02-10', 0, 1), move('2031-03-05', 1, 3)]
    expect(
      rates(
        [
          window('2031-01-31', '2031-03-02'),
          window('2031-02-10', '2031-03-12'),
          window('2031-03-05', '2031-04-04'),
          window('2031-03-06', '2031-04-05'),
        ],
        moves,
      ),
    ).toEqual([1 / 9, 4 / 9, 3 / 10, 0])
  })

  test('is nothing where nobody paid, and counts one currency', () => {
    const eur = currency.parse('eur')
    expect(rates([window('2031-02-01', '2031-03-03')], [move('2031-02-05', 10, 0)])).toEqual([0])
    expect(rates([window('2031-02-01', '2031-03-03')], [move('2031-02-05', 0, 5, eur)])).toEqual([
      0,
    ])
  })
})
