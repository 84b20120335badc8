import {
  priceId,
  priceInput,
  type WantedPrice,
  wantedPrice,
} from '@guildhall/contract/catalog/prices'
import { meterId } from '@guildhall/contract/metering/shapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isRefused } from '../../../kernel/refusal.ts'
import { decidePrices, readUnitAmount } from './price-change.ts'

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const meter = (number: number) => z.parse(meterId, uuid(number))
const price = (number: number) => z.parse(priceId, uuid(number))

const [tokens, hours, foreign] = [meter(1), meter(2), meter(3)]

const free = z.parse(priceInput, { amountType: 'free' })
const fixed = z.parse(priceInput, { amountType: 'fixed', priceAmount: 1000 })
const custom = z.parse(priceInput, { amountType: 'custom' })
const by = (one: string, unitAmount: string | number = '0.5') =>
  z.parse(priceInput, { amountType: 'metered_unit', meterId: one, unitAmount })
const keep = (number: number) => z.parse(wantedPrice, { id: price(number) })

/** In use are a static price 10 and a price 11 by tokens. */
const inUse = [
  { id: price(10), meterId: null },
  { id: price(11), meterId: tokens },
]
const facts = {
  isRecurring: true,
  inUse,
  isMeteringOn: true,
  meters: new Set([tokens, hours]),
}

const at = (...place: (string | number)[]) => ['body', 'prices', ...place].join('.')

/** Numbers of the kept, kinds of the added and numbers of the archived; or the refusal. */
function outcome(wanted: readonly WantedPrice[], given: Partial<typeof facts> = {}): string {
  const plan = decidePrices({ ...facts, ...given }, wanted)
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
  it.each<[string, readonly WantedPrice[], string]>([
    ['all as they are', [keep(10), keep(11)], 'keeps 10,11; adds ; archives '],
    ['in another order', [keep(11), keep(10)], 'keeps 11,10; adds ; archives '],
    ['without one', [keep(10)], 'keeps 10; adds ; archives 11'],
    ['with another static one', [keep(11), free], 'keeps 11; adds free; archives 10'],
    ['with only new ones', [custom], 'keeps ; adds custom; archives 10,11'],
    [
      'with one more meter',
      [keep(10), keep(11), by(hours)],
      'keeps 10,11; adds metered_unit; archives ',
    ],
    [
      'with another price by the same meter',
      [by(tokens)],
      'keeps ; adds metered_unit; archives 10,11',
    ],
    ['by meters only', [by(hours), keep(11)], 'keeps 11; adds metered_unit; archives 10'],
    ['with two static ones', [fixed, free], `product_price_static_twice ${at(1)}`],
    [
      'with a static one beside the kept',
      [keep(10), custom],
      `product_price_static_twice ${at(1)}`,
    ],
    ['with a kept one beside the new', [custom, keep(10)], `product_price_static_twice ${at(1)}`],
    ['with one kept twice', [keep(11), keep(11)], `product_price_twice ${at(1, 'id')}`],
    ['with the static one kept twice', [keep(10), keep(10)], `product_price_twice ${at(1, 'id')}`],
    ['with somebody else’s', [keep(10), keep(12)], `product_price_unknown ${at(1, 'id')}`],
    [
      'with one meter twice',
      [by(hours), by(hours)],
      `product_price_meter_twice ${at(1, 'meter_id')}`,
    ],
    [
      'with the meter of a kept one',
      [keep(11), keep(10), by(tokens)],
      `product_price_meter_twice ${at(2, 'meter_id')}`,
    ],
    ['by an unknown meter', [by(foreign)], `product_price_meter_unknown ${at(0, 'meter_id')}`],
    ['for nothing by a meter', [by(hours, 0)], `product_price_unit_amount ${at(0, 'unit_amount')}`],
    ['the first fault first', [keep(12), fixed, free], `product_price_unknown ${at(0, 'id')}`],
  ])('%s', (_what, wanted, expected) => {
    expect(outcome(wanted)).toBe(expected)
  })

  it('by a meter are for recurring products', () => {
    const once = { isRecurring: false, inUse: [] }
    expect(outcome([fixed, by(hours)], once)).toBe(`product_price_metered_once_bought ${at(1)}`)
    expect(outcome([fixed], once)).toBe('keeps ; adds fixed; archives ')
  })

  it('by a meter need what bills them, unless they were there before', () => {
    const off = { isMeteringOn: false }
    expect(outcome([by(hours)], off)).toBe(`product_price_metered_off ${at(0)}`)
    expect(outcome([keep(11)], off)).toBe('keeps 11; adds ; archives 10')
  })
})

/** Any list of wishes, most of them with something wrong. */
const wishes = fc.array(
  fc.oneof(
    fc.constantFrom(free, fixed, custom, by(tokens), by(hours), by(foreign), by(hours, '1e-13')),
    fc.integer({ min: 10, max: 14 }).map(keep),
  ),
  { minLength: 1, maxLength: 6 },
)

/** Any set of prices that a product may have. */
const states = fc
  .subarray([
    { id: price(10), meterId: null },
    { id: price(11), meterId: tokens },
    { id: price(12), meterId: hours },
  ])
  .filter((some) => some.length > 0)

it('whatever is granted leaves at most one static price, each meter once, and loses no price', () => {
  let granted = 0
  fc.assert(
    fc.property(states, wishes, fc.boolean(), (state, wanted, isRecurring) => {
      const living = isRecurring ? state : [{ id: price(10), meterId: null }]
      const plan = decidePrices({ ...facts, isRecurring, inUse: living }, wanted)
      if (isRefused(plan)) return
      granted += 1
      const { kept, added, archived } = plan
      const metersLeft = [...kept, ...added].map((one) => ('meterId' in one ? one.meterId : null))
      expect(metersLeft.length).toBe(wanted.length)
      expect(new Set(metersLeft).size).toBe(metersLeft.length)
      expect(metersLeft.every((one) => one === null || isRecurring)).toBe(true)
      expect(metersLeft).not.toContain(foreign)
      expect([...kept, ...archived].toSorted(byId)).toEqual(living)
      // What is left can be kept as it is, and that changes nothing.
      const again = decidePrices(
        { ...facts, isRecurring, inUse: kept },
        kept.map(({ id }) => ({ id })),
      )
      expect(again).toEqual({ kept, added: [], archived: [] })
    }),
    { numRuns: 2000 },
  )
  expect(granted).toBeGreaterThan(100)
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
  ])('%s is kept exactly', (text, kept) => {
    expect(readUnitAmount(text)).toBe(kept)
  })

  it.each([
    '0',
    '0.000',
    '-1',
    '',
    'one',
    '1,5',
    '0.0000000000001',
    '123456789012345678',
    'Infinity',
  ])('%s is none', (text) => expect(readUnitAmount(text)).toBeNull())

  it.each(['12345.1234567890123', '123456.123456789012', '1e17', '0x10', ' 1'])(
    '%s is more than can be kept',
    (text) => expect(readUnitAmount(text)).toBeNull(),
  )
})
