import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { on } from '../../../../test/subscription-facts.ts'
import { convert } from './conversion.ts'
import { type Counted, openingOf, partsOf } from './parts.ts'
import { type Figures, seriesOf } from './series.ts'

const eur = currency.parse('eur')
const cell = (day: string, of: string, counted: Readonly<Record<string, number>>): Counted => ({
  startsAt: on(day),
  currency: currency.parse(of),
  ...counted,
})
const rate = (day: string, of: string, worth: string) => ({
  day,
  currency: currency.parse(of),
  startsAt: on(day),
  rate: worth,
})

const oneTime = (amount: number) => ({ orders: 1, revenue: amount, oneTimeRevenue: amount })
const started = (amount: number) => ({
  orders: 1,
  revenue: amount,
  recurringRevenue: amount,
  newRevenueMonth: amount,
  listAmount: amount,
  billingAmount: amount,
  newAmount: amount,
})

interface Given {
  readonly opening?: readonly Counted[]
  readonly cells: readonly Counted[]
  readonly rates: readonly ReturnType<typeof rate>[]
}

const months = ['2031-03-01', '2031-04-01', '2031-05-01'].map(on)
const converted = ({ opening = [], cells, rates }: Given) => {
  const [start = on('2031-03-01')] = months
  const span = { interval: 'month', starts: months, start, end: on('2031-06-01') } as const
  const conversion = convert({ ...span, to: eur, opening, cells, rates })
  return { ...conversion, ...seriesOf({ ...conversion, starts: months, churnRates: [] }) }
}

const inMarch = [
  cell('2031-03-05', 'eur', oneTime(1000)),
  cell('2031-03-10', 'usd', started(3333)),
  cell('2031-03-20', 'usd', oneTime(101)),
  cell('2031-03-12', 'jpy', oneTime(5000)),
  cell('2031-03-14', 'kwd', oneTime(1500)),
]
const rates = [
  rate('2031-03-16', 'usd', '0.95'),
  rate('2031-03-01', 'usd', '0.9'),
  rate('2031-02-01', 'jpy', '0.0061'),
  rate('2031-03-14', 'kwd', '3'),
]

describe('what happened is converted at the rate of its day', () => {
  // In cents: 1000 + 3333 × 0.90 = 2999.7 → 3000, 101 × 0.95 = 95.95 → 96, 5000 yen × 0.0061 = 30.50 €,
  // and 1.500 dinars × 3 = 4.50 €.
  it('and what recurs at that of the last day of the month', () => {
    const { periods, unconverted } = converted({ cells: inMarch, rates })
    const [march, april] = periods.map(({ figures }) => figures)
    expect(unconverted).toEqual([])
    expect(march).toMatchObject({
      orders: 5,
      revenue: 1000 + 3000 + 96 + 3050 + 450,
      oneTimeProductsRevenue: 1000 + 96 + 3050 + 450,
      newSubscriptionsRevenue: 3000,
      // 3333 × 0.95 = 3166.35
      listRunRate: 3166,
      newRunRate: 3000,
      revaluedRunRate: 166,
    })
    expect(april).toMatchObject({ listRunRate: 3166, revaluedRunRate: 0, cumulativeRevenue: 7596 })
  })

  it('also before the range, from which the run-rate comes at the rate of the day before', () => {
    const opening = [cell('2031-01-10', 'usd', started(1000))]
    const before = [rate('2031-01-01', 'usd', '0.5'), rate('2031-02-28', 'usd', '0.8')]
    const later = [...before, rate('2031-04-30', 'usd', '0.7')]
    const { periods } = converted({ opening, cells: [], rates: later })
    expect(
      periods.map(({ figures }) => [
        figures.cumulativeRevenue,
        figures.listRunRate,
        figures.revaluedRunRate,
      ]),
    ).toEqual([
      [500, 800, 0],
      [500, 700, -100],
      [500, 700, 0],
    ])
  })

  it('a later rate leaves the days before it as they are', () => {
    const before = converted({ cells: inMarch, rates }).periods[0]?.figures
    const more = [...rates, rate('2031-03-21', 'usd', '7')]
    const after = converted({ cells: inMarch, rates: more }).periods[0]?.figures
    expect(after?.revenue).toBe(before?.revenue)
    expect(after?.listRunRate).toBe(3333 * 7)
  })
})

describe('a currency without a rate', () => {
  it('is named, and nothing of it is in the figures', () => {
    const cells = [...inMarch, cell('2031-03-08', 'gbp', oneTime(700))]
    const { totals, unconverted, converted: known } = converted({ cells, rates })
    expect(unconverted).toMatchObject([{ currency: 'gbp', firstAt: on('2031-03-08') }])
    expect(known).toEqual(['eur', 'jpy', 'kwd', 'usd'])
    expect(totals).toEqual(converted({ cells: inMarch, rates }).totals)
  })

  it('is one whose first rate is younger than its first figures', () => {
    const late = [rate('2031-03-11', 'usd', '0.9')]
    const { unconverted } = converted({
      cells: [cell('2031-03-10', 'usd', oneTime(1))],
      rates: late,
    })
    expect(unconverted).toMatchObject([{ currency: 'usd', firstAt: on('2031-03-10') }])
  })
})

const movedIn = (figures: Figures): number =>
  figures.newRunRate +
  figures.expansionRunRate +
  figures.contractionRunRate +
  figures.churnedRunRate +
  figures.reactivatedRunRate +
  figures.migratedRunRate +
  figures.pausedRunRate +
  figures.resumedRunRate

const someDay = fc
  .integer({ min: 0, max: 91 })
  .map((at) => new Date(Date.UTC(2031, 2, 1 + at)).toISOString().slice(0, 10))
const someAmount = fc.integer({ min: -99_999, max: 999_999 })
const someCell = fc
  .record({
    day: someDay,
    of: fc.constantFrom('eur', 'usd', 'jpy', 'kwd'),
    amounts: fc.array(someAmount, { minLength: 5, maxLength: 5 }),
  })
  .map(({ day, of, amounts: [once = 0, again = 0, begun = 0, more = 0, less = 0] }) =>
    cell(day, of, {
      revenue: once + again,
      oneTimeRevenue: once,
      recurringRevenue: again,
      newRevenueMonth: begun,
      listAmount: more + less,
      expansionAmount: more,
      churnAmount: less,
    }),
  )
const someRate = fc
  .record({
    day: someDay,
    of: fc.constantFrom('usd', 'jpy', 'kwd'),
    worth: fc.integer({ min: 1, max: 9_999_999 }),
  })
  .map(({ day, of, worth }) => rate(day, of, `${worth / 1000}`))

/** The same before the range. */
const earlier = (one: Counted): Counted => ({
  ...one,
  startsAt: new Date(Math.max(one.startsAt.getTime() - 92 * 86_400_000, Date.UTC(2031, 0, 1))),
})

describe('converted figures', () => {
  it('add up: the parts to the revenue, and all movements to the difference of the run-rate', () => {
    const known = ['usd', 'jpy', 'kwd'].map((of) => rate('2031-01-01', of, '1.25'))
    const some = fc.array(someCell, { maxLength: 30 })
    fc.assert(
      fc.property(some, some, fc.array(someRate, { maxLength: 12 }), (opening, cells, later) => {
        const given = { opening: opening.map(earlier), cells, rates: [...known, ...later] }
        const { periods, totals, opening: before } = converted(given)
        let level = before.listAmount
        for (const { figures } of periods) {
          expect(figures.revenue).toBe(
            figures.oneTimeProductsRevenue +
              figures.newSubscriptionsRevenue +
              figures.renewedSubscriptionsRevenue,
          )
          level += movedIn(figures) + figures.revaluedRunRate
          expect(figures.listRunRate).toBe(level)
        }
        expect(totals.listRunRate).toBe(
          before.listAmount + movedIn(totals) + totals.revaluedRunRate,
        )
      }),
    )
  })

  it('of the reporting currency alone are those without a conversion', () => {
    const own = someCell.map((one) => ({ ...one, currency: eur }))
    fc.assert(
      fc.property(fc.array(own, { maxLength: 20 }), (cells) => {
        const opening = cells.map(earlier)
        const plain = { currency: eur, interval: 'month' } as const
        const { periods, totals } = converted({ opening, cells, rates: [] })
        expect({ periods, totals }).toEqual(
          seriesOf({
            starts: months,
            opening: openingOf(partsOf(opening, plain)),
            parts: partsOf(cells, plain),
            churnRates: [],
          }),
        )
      }),
    )
  })
})
