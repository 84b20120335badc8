import {
  priceId,
  priceInput,
  type RequestedPrice,
  requestedPrice,
} from '@guildhall/contract/catalog/prices'
import { meterId } from '@guildhall/contract/metering/shapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isRefused } from '../../../kernel/refusal.ts'
import { normalizeAmount } from './metered-terms.ts'
import { decidePrices } from './price-change.ts'

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const meter = (number: number) => z.parse(meterId, uuid(number))
const price = (number: number) => z.parse(priceId, uuid(number))

const [tokens, hours, foreign, gone] = [meter(1), meter(2), meter(3), meter(4)]

const free = z.parse(priceInput, { amountType: 'free' })
const fixed = z.parse(priceInput, { amountType: 'fixed', priceAmount: 1000 })
const custom = z.parse(priceInput, { amountType: 'custom' })
const by = (one: string, unitAmount: string | number = '0.5') =>
  z.parse(priceInput, { amountType: 'metered_unit', meterId: one, unitAmount })
const keep = (number: number) => z.parse(requestedPrice, { id: price(number) })

/** The active prices are the static price 10 and the price 11, metered by tokens. */
const inUse = [
  { id: price(10), meterId: null },
  { id: price(11), meterId: tokens },
]
const facts = {
  isRecurring: true,
  inUse,
  isMeteringOn: true,
  meters: new Set([tokens, hours, gone]),
  archivedMeters: new Set([gone]),
}

const at = (...field: (string | number)[]) => ['body', 'prices', ...field].join('.')

/** The plan or the refusal as text: numbers of prices that exist, types of those that are added. */
function outcome(requested: readonly RequestedPrice[], given: Partial<typeof facts> = {}): string {
  const plan = decidePrices({ ...facts, ...given }, requested)
  if (isRefused(plan)) {
    const loc: unknown = plan.details?.['loc']
    return `${plan.refused} ${Array.isArray(loc) ? loc.join('.') : ''}`
  }
  const numbers = (prices: readonly { id: string }[]) =>
    prices.map(({ id }) => Number(id.slice(-2)))
  const added = plan.added.map(({ amountType }) => amountType)
  return [
    `keeps ${numbers(plan.kept).join()}`,
    `adds ${added.join()}`,
    `archives ${numbers(plan.archived).join()}`,
  ].join('; ')
}

describe('the prices of a product', () => {
  it.each<[string, readonly RequestedPrice[], string]>([
    ['are kept when listed by id', [keep(10), keep(11)], 'keeps 10,11; adds ; archives '],
    ['are kept in any order', [keep(11), keep(10)], 'keeps 11,10; adds ; archives '],
    ['are archived when not listed', [keep(10)], 'keeps 10; adds ; archives 11'],
    ['replace a static price by another', [keep(11), free], 'keeps 11; adds free; archives 10'],
    ['are all replaced by a new list', [custom], 'keeps ; adds custom; archives 10,11'],
    [
      'gain a price of another meter',
      [keep(10), keep(11), by(hours)],
      'keeps 10,11; adds metered_unit; archives ',
    ],
    [
      'replace a price of the same meter',
      [by(tokens)],
      'keeps ; adds metered_unit; archives 10,11',
    ],
    ['can all be metered', [by(hours), keep(11)], 'keeps 11; adds metered_unit; archives 10'],
    ['cannot have two new static prices', [fixed, free], `product_price_static_twice ${at(1)}`],
    [
      'cannot have a new static price next to a kept one',
      [keep(10), custom],
      `product_price_static_twice ${at(1)}`,
    ],
    [
      'cannot keep a static price next to a new one',
      [custom, keep(10)],
      `product_price_static_twice ${at(1)}`,
    ],
    [
      'cannot list a metered price twice',
      [keep(11), keep(11)],
      `product_price_twice ${at(1, 'id')}`,
    ],
    [
      'cannot list the static price twice',
      [keep(10), keep(10)],
      `product_price_twice ${at(1, 'id')}`,
    ],
    ['cannot list an unknown price', [keep(10), keep(12)], `product_price_unknown ${at(1, 'id')}`],
    [
      'cannot have two new prices of one meter',
      [by(hours), by(hours)],
      `product_price_meter_twice ${at(1, 'meter_id')}`,
    ],
    [
      'cannot have a new price of a kept meter',
      [keep(11), keep(10), by(tokens)],
      `product_price_meter_twice ${at(2, 'meter_id')}`,
    ],
    [
      'cannot have an unknown meter',
      [by(foreign)],
      `product_price_meter_unknown ${at(0, 'meter_id')}`,
    ],
    [
      'cannot have an archived meter',
      [by(gone)],
      `product_price_meter_archived ${at(0, 'meter_id')}`,
    ],
    [
      'cannot have a unit amount of zero',
      [by(hours, 0)],
      `product_price_unit_amount ${at(0, 'unit_amount')}`,
    ],
    ['report the first fault', [keep(12), fixed, free], `product_price_unknown ${at(0, 'id')}`],
  ])('%s', (_title, requested, expected) => {
    expect(outcome(requested)).toBe(expected)
  })

  it('can be metered for recurring products only', () => {
    const once = { isRecurring: false, inUse: [] }
    expect(outcome([fixed, by(hours)], once)).toBe(`product_price_metered_once_bought ${at(1)}`)
    expect(outcome([fixed], once)).toBe('keeps ; adds fixed; archives ')
  })

  it('keeps an archived meter that it has', () => {
    const archivedMeters = new Set([tokens])
    expect(outcome([keep(10), by(tokens)], { archivedMeters })).toBe(
      'keeps 10; adds metered_unit; archives 11',
    )
  })

  it('can be metered only with usage-based billing, unless they already exist', () => {
    const off = { isMeteringOn: false }
    expect(outcome([by(hours)], off)).toBe(`product_price_metered_off ${at(0)}`)
    expect(outcome([keep(11)], off)).toBe('keeps 11; adds ; archives 10')
  })
})

/** Any list of prices, most of them invalid. */
const inputs = fc.array(
  fc.oneof(
    fc.constantFrom(free, fixed, custom, by(tokens), by(hours), by(foreign), by(hours, '1e-13')),
    fc.integer({ min: 10, max: 14 }).map(keep),
  ),
  { minLength: 1, maxLength: 6 },
)

/** Any valid set of active prices. */
const states = fc
  .subarray([
    { id: price(10), meterId: null },
    { id: price(11), meterId: tokens },
    { id: price(12), meterId: hours },
  ])
  .filter((some) => some.length > 0)

it('every accepted plan has at most one static price, each meter once, and accounts for every price', () => {
  let accepted = 0
  fc.assert(
    fc.property(states, inputs, fc.boolean(), (state, requested, isRecurring) => {
      const active = isRecurring ? state : [{ id: price(10), meterId: null }]
      const plan = decidePrices({ ...facts, isRecurring, inUse: active }, requested)
      if (isRefused(plan)) return
      accepted += 1
      const { kept, added, archived } = plan
      const metersAfter = [...kept, ...added].map((one) => ('meterId' in one ? one.meterId : null))
      expect(metersAfter.length).toBe(requested.length)
      expect(new Set(metersAfter).size).toBe(metersAfter.length)
      expect(metersAfter.every((one) => one === null || isRecurring)).toBe(true)
      expect(metersAfter).not.toContain(foreign)
      expect([...kept, ...archived].toSorted(byId)).toEqual(active)
      // Keeping the remaining prices changes nothing.
      const again = decidePrices(
        { ...facts, isRecurring, inUse: kept },
        kept.map(({ id }) => ({ id })),
      )
      expect(again).toEqual({ kept, added: [], archived: [] })
    }),
    { numRuns: 2000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

describe('a unit amount', () => {
  it.each([
    ['1', '1'],
    ['0.50', '0.5'],
    ['000.1', '0.1'],
    ['1e-7', '0.0000001'],
    ['0.000000000001', '0.000000000001'],
    ['12345678901234567', '12345678901234567'],
    ['1234567890123456.5', '1234567890123456.5'],
    ['12345.678901234567', '12345.678901234567'],
    ['1.5e3', '1500'],
    ['0.000', '0'],
  ])('%s is normalized to %s', (text, normalized) => {
    expect(normalizeAmount(text)).toBe(normalized)
  })

  it.each(['-1', '', 'one', '1,5', '0.0000000000001', '123456789012345678', 'Infinity'])(
    '“%s” is invalid',
    (text) => expect(normalizeAmount(text)).toBeNull(),
  )

  it.each(['12345.1234567890123', '123456.123456789012', '1e17', '0x10', ' 1'])(
    '“%s” has too many digits',
    (text) => expect(normalizeAmount(text)).toBeNull(),
  )
})
