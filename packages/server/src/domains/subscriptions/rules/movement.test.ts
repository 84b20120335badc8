import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, dollars, on, productIdOf } from '../../../../test/subscription-facts.ts'
import { type Movement, movementsBetween } from './movement.ts'
import { type RatedFacts, runRateOf } from './run-rate.ts'

const basic: RatedFacts = {
  status: 'active',
  currency: dollars,
  startedAt: on('2030-01-01'),
  cancelAtPeriodEnd: false,
  interval: 'month',
  productId: productIdOf('1'),
  terms: 'a',
  listAmount: cents(1000),
  amount: cents(1000),
}
const of = (change: Partial<RatedFacts>): RatedFacts => ({ ...basic, ...change })
const worth = (amount: number): Partial<RatedFacts> => ({
  listAmount: cents(amount),
  amount: cents(amount),
})
const plus = { productId: productIdOf('2'), terms: 'b' }
const free = of(worth(0))
const trial = of({ status: 'trialing' })
const paused = of({ status: 'unpaid' })
const ended = of({ status: 'canceled' })
const euros = currency.parse('eur')

/** Kind, list, billing, trial and committed amounts, started, ended and switched. */
const shown = (movements: readonly Movement[]) =>
  movements.map((one) =>
    [
      one.kind,
      one.listAmount,
      one.billingAmount,
      one.trialAmount,
      one.committedAmount,
      one.started - one.ended,
      one.switched,
    ].join(' '),
  )

describe('a movement', () => {
  test.each<[string, RatedFacts | null, RatedFacts, string[]]>([
    ['a start', null, basic, ['new 1000 1000 0 1000 1 0']],
    ['a discounted start', null, of({ amount: cents(500) }), ['new 1000 500 0 1000 1 0']],
    ['the end of a discount', of({ amount: cents(500) }), basic, ['discount 0 500 0 0 0 0']],
    ['a start for nothing', null, free, ['free 0 0 0 0 1 0']],
    [
      'an end of what cost nothing',
      free,
      of({ ...worth(0), status: 'canceled' }),
      ['free 0 0 0 0 -1 0'],
    ],
    ['a yearly plan', null, of({ interval: 'year', ...worth(10_000) }), ['new 833 833 0 833 1 0']],
    ['a trial', null, trial, ['trial 0 0 1000 0 1 0']],
    ['the first payment after a trial', trial, basic, ['new 1000 1000 -1000 1000 0 0']],
    ['a trial that ends', trial, ended, ['trial 0 0 -1000 0 -1 0']],
    [
      'a paid plan after a free one',
      free,
      of(plus),
      ['new 0 0 0 0 0 -1', 'new 1000 1000 0 1000 0 1'],
    ],
    [
      'a dearer plan',
      basic,
      of({ ...plus, ...worth(1500) }),
      ['expansion -1000 -1000 0 -1000 0 -1', 'expansion 1500 1500 0 1500 0 1'],
    ],
    [
      'a cheaper plan',
      basic,
      of({ ...plus, ...worth(400) }),
      ['contraction -1000 -1000 0 -1000 0 -1', 'contraction 400 400 0 400 0 1'],
    ],
    ['a free plan, which is no churn', basic, free, ['contraction -1000 -1000 0 -1000 0 0']],
    ['more of the same', basic, of(worth(3000)), ['expansion 2000 2000 0 2000 0 0']],
    [
      'other prices of the same product',
      basic,
      of({ terms: 'b', ...worth(1200) }),
      ['price_migration 200 200 0 200 0 0'],
    ],
    ['a discount for ever', basic, of(worth(800)), ['contraction -200 -200 0 -200 0 0']],
    ['a cancellation', basic, of({ cancelAtPeriodEnd: true }), ['cancellation 0 0 0 -1000 0 0']],
    ['its reversal', of({ cancelAtPeriodEnd: true }), basic, ['cancellation 0 0 0 1000 0 0']],
    ['its end', of({ cancelAtPeriodEnd: true }), ended, ['churn -1000 -1000 0 0 -1 0']],
    ['an end', basic, ended, ['churn -1000 -1000 0 -1000 -1 0']],
    ['a failed payment', basic, of({ status: 'past_due' }), []],
    [
      'an end after failed payments',
      of({ status: 'past_due' }),
      ended,
      ['churn -1000 -1000 0 -1000 -1 0'],
    ],
    ['a pause', basic, paused, ['pause -1000 -1000 0 -1000 0 0']],
    ['what goes on after a pause', paused, basic, ['resumption 1000 1000 0 1000 0 0']],
    ['an end during a pause', paused, ended, ['churn 0 0 0 0 -1 0']],
    ['an unpaid start', null, of({ status: 'incomplete', startedAt: null }), []],
    ['a renewal', basic, basic, []],
    [
      'another currency',
      basic,
      of({ currency: euros }),
      ['expansion -1000 -1000 0 -1000 0 -1', 'expansion 1000 1000 0 1000 0 1'],
    ],
  ])('of %s', (_, before, after, expected) => {
    expect(shown(movementsBetween(before, after))).toEqual(expected)
  })

  test('is a start only where nothing was paid before', () => {
    const isStart = (before: RatedFacts | null, after: RatedFacts) =>
      movementsBetween(before, after).map((one) => one.isStart)
    expect(isStart(null, basic)).toEqual([true])
    expect(isStart(trial, basic)).toEqual([true])
    expect(isStart(paused, basic)).toEqual([false])
    expect(isStart(basic, of(worth(2000)))).toEqual([false])
  })
})

const anyFacts: fc.Arbitrary<RatedFacts> = fc.record({
  status: fc.constantFrom('trialing', 'active', 'past_due', 'unpaid', 'canceled'),
  currency: fc.constantFrom(dollars, euros),
  startedAt: fc.constantFrom(on('2030-01-01'), null),
  cancelAtPeriodEnd: fc.boolean(),
  interval: fc.constantFrom('month', 'year'),
  productId: fc.constantFrom(productIdOf('1'), productIdOf('2'), productIdOf('3')),
  terms: fc.constantFrom('a', 'b'),
  listAmount: fc.nat(100_000).map(cents),
  amount: fc.nat(100_000).map(cents),
})

test('movements add up to what a subscription brings in, for each product and currency', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { minLength: 1, maxLength: 12 }), (history) => {
      const moved = history.flatMap((facts, at) => movementsBetween(history[at - 1] ?? null, facts))
      const last = history.at(-1)
      const rate = last === undefined ? null : runRateOf(last)
      for (const productId of [1, 2, 3].map((number) => productIdOf(String(number)))) {
        for (const one of [dollars, euros]) {
          const own = moved.filter((row) => row.productId === productId && row.currency === one)
          const total = (pick: (row: Movement) => number) =>
            own.reduce((all, row) => all + pick(row), 0)
          const now = rate?.productId === productId && rate.currency === one ? rate : null
          expect(total((row) => row.listAmount)).toBe(now?.list ?? 0)
          expect(total((row) => row.billingAmount)).toBe(now?.billing ?? 0)
          expect(total((row) => row.trialAmount)).toBe(now?.trial ?? 0)
          expect(total((row) => row.committedAmount)).toBe(now?.committed ?? 0)
          expect(total((row) => row.started - row.ended + row.switched)).toBe(now === null ? 0 : 1)
        }
      }
    }),
  )
})
