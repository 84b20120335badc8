import type { Calculation } from '@guildhall/contract/metering/shapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregations, meteredEvents } from '../../../../test/metered-events.ts'
import {
  compareDecimals,
  decimal,
  formatDecimal,
  multiplyDecimals,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import {
  type Accumulator,
  accumulate,
  emptyAccumulator,
  mergeAccumulators,
  quantityReader,
  uniqueValueReader,
  valueOf,
} from './aggregation.ts'
import type { MeteredEvent } from './event-property.ts'

const eventOf = (metadata: MeteredEvent['metadata']): MeteredEvent => ({
  name: 'call',
  source: 'user',
  timestamp: new Date(0),
  metadata,
})

const over = (events: readonly MeteredEvent[], aggregation: Calculation): Accumulator =>
  events.map(quantityReader(aggregation)).reduce(accumulate, emptyAccumulator)

const functions = ['count', 'sum', 'max', 'min', 'avg'] as const

describe('the value of a property', () => {
  const valuesOver = (values: readonly unknown[]) => {
    const found = over(
      values.map((value) => eventOf({ value })),
      { func: 'sum', property: 'metadata.value' },
    )
    return functions.map((func) => formatDecimal(valueOf(found, func)))
  }

  it.each<[string, unknown[], string[]]>([
    ['of no event is zero', [], ['0', '0', '0', '0', '0']],
    ['of one event', [7], ['1', '7', '7', '7', '7']],
    ['of fractions is exact', [0.1, 0.2], ['2', '0.3', '0.2', '0.1', '0.15']],
    ['of numbers below zero', [-1, -3], ['2', '-4', '-1', '-3', '-2']],
    ['of zeros', [0, 0], ['2', '0', '0', '0', '0']],
    ['of a third', [1, 0, 0], ['3', '1', '1', '0', '0.333333333333']],
    ['of two thirds is rounded half up', [1, 1, 0], ['3', '2', '1', '0', '0.666666666667']],
    ['of huge numbers', [9e15, 9e15], ['2', '18000000000000000', ...Array(3).fill(String(9e15))]],
    [
      'leaves out what isn’t a number',
      ['5', true, null, [3], { value: 3 }, 4],
      ['1', '4', '4', '4', '4'],
    ],
    [
      'leaves out what nothing is measured in',
      [1e20, -1e20, 9e-21, 5],
      ['1', ...Array(4).fill('5')],
    ],
    [
      'has what is within the limits',
      [1e-20],
      ['1', ...Array(3).fill('0.00000000000000000001'), '0'],
    ],
  ])('%s', (_title, values, expected) => {
    expect(valuesOver(values)).toEqual(expected)
  })
})

describe('a quantity', () => {
  it.each<[string, Calculation, string | null]>([
    ['of a count is one', { func: 'count' }, '1'],
    ['is at its property', { func: 'sum', property: 'tokens' }, '7'],
    ['is at a path', { func: 'max', property: 'usage.input' }, '2.5'],
    ['isn’t a built-in property', { func: 'sum', property: 'timestamp' }, null],
    ['of unique values is one', { func: 'unique', property: 'tokens' }, '1'],
    ['of unique values isn’t an object', { func: 'unique', property: 'usage' }, null],
    ['isn’t a built-in property with a prefix', { func: 'sum', property: 'metadata.name' }, null],
    ['is nowhere else', { func: 'sum', property: 'usage.output' }, null],
  ])('%s', (_title, aggregation, expected) => {
    const event = eventOf({ tokens: 7, name: 3, usage: { input: 2.5 } })
    expect(quantityReader(aggregation)(event)).toEqual(expected && decimal(expected))
  })
})

describe('a unique value', () => {
  it.each<[string, Calculation, string | null]>([
    ['is a text', { func: 'unique', property: 'metadata.user' }, '"ada"'],
    ['is a number', { func: 'unique', property: 'tokens' }, '7'],
    ['is a boolean', { func: 'unique', property: 'usage.isTest' }, 'false'],
    ['isn’t an object', { func: 'unique', property: 'usage' }, null],
    ['isn’t a built-in property', { func: 'unique', property: 'name' }, null],
    ['is nowhere else', { func: 'unique', property: 'usage.user' }, null],
    ['isn’t read for other functions', { func: 'sum', property: 'tokens' }, null],
  ])('%s', (_title, calculation, expected) => {
    const event = eventOf({ user: 'ada', tokens: 7, usage: { isTest: false } })
    expect(uniqueValueReader(calculation)(event)).toBe(expected)
  })
})

describe('an accumulator', () => {
  const batches = fc.array(meteredEvents, { maxLength: 12 })

  it('of a whole is that of its parts, in any order', () => {
    fc.assert(
      fc.property(batches, batches, aggregations, (a, b, aggregation) => {
        const whole = over([...a, ...b], aggregation)
        const [first, second] = [over(a, aggregation), over(b, aggregation)]
        expect(mergeAccumulators(first, second)).toEqual(whole)
        expect(mergeAccumulators(second, first)).toEqual(whole)
        expect(over([...b, ...a].toReversed(), aggregation)).toEqual(whole)
      }),
    )
  })

  it('has an average that comes back to the sum, but for its rounding', () => {
    fc.assert(
      fc.property(batches, (events) => {
        const found = over(events, { func: 'avg', property: 'a' })
        const count = decimal(found.count)
        const back = multiplyDecimals(valueOf(found, 'avg'), count)
        const lost = subtractDecimals(back, found.sum)
        const halves = multiplyDecimals(count, decimal('0.0000000000005'))
        expect(compareDecimals(lost, halves)).toBeLessThanOrEqual(0)
        expect(compareDecimals(subtractDecimals(decimal(0), lost), halves)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
