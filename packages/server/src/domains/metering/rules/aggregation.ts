import type { Calculation } from '@guildhall/contract/metering/shapes'
import {
  addDecimals,
  type Decimal,
  decimal,
  divideDecimals,
  maxDecimal,
  minDecimal,
} from '../../../kernel/decimal.ts'
import { type MeteredEvent, placeOfProperty, propertyReader } from './event-property.ts'

/**
 * What is known of some events. Those of parts add up to that of the whole, in any order, but for
 * unique values, which several parts may have.
 */
export interface Accumulator {
  readonly count: number
  /** The sum of quantities; of unique values, how many there are. */
  readonly sum: Decimal
  /** Null without events. */
  readonly max: Decimal | null
  readonly min: Decimal | null
}

const zero = decimal(0)

export const emptyAccumulator: Accumulator = { count: 0, sum: zero, max: null, min: null }

export const mergeAccumulators = (a: Accumulator, b: Accumulator): Accumulator => ({
  count: a.count + b.count,
  sum: addDecimals(a.sum, b.sum),
  max: a.max === null || b.max === null ? (a.max ?? b.max) : maxDecimal(a.max, b.max),
  min: a.min === null || b.min === null ? (a.min ?? b.min) : minDecimal(a.min, b.min),
})

/** Events without a quantity leave it unchanged. */
export const accumulate = (before: Accumulator, quantity: Decimal | null): Accumulator =>
  quantity === null
    ? before
    : mergeAccumulators(before, { count: 1, sum: quantity, max: quantity, min: quantity })

/** Whether units add up over time: a maximum or an average has none to reserve or to forecast. */
export const addsUp = (func: string): boolean => summing.has(func)

const summing: ReadonlySet<string> = new Set<Calculation['func']>(['count', 'sum'])

/** Averages have so many decimals. Everything else is exact. */
const averageScale = 12

/** Zero without events. */
export function valueOf({ count, sum, max, min }: Accumulator, func: Calculation['func']): Decimal {
  switch (func) {
    case 'count':
      return decimal(count)
    case 'sum':
    case 'unique':
      return sum
    case 'max':
      return max ?? zero
    case 'min':
      return min ?? zero
    case 'avg':
      return count === 0 ? zero : divideDecimals(sum, decimal(count), averageScale)
  }
}

/**
 * Reads what an event contributes: one where events or their values are counted, otherwise a number
 * of its metadata. Null where it has none, or one beyond the limits: `"5"` isn't a number.
 */
export function quantityReader(calculation: Calculation): (event: MeteredEvent) => Decimal | null {
  const one = decimal(1)
  if (calculation.func === 'count') return () => one
  if (calculation.func === 'unique') {
    const read = uniqueValueReader(calculation)
    return (event) => (read(event) === null ? null : one)
  }
  if ('builtIn' in placeOfProperty(calculation.property)) return () => null
  const read = propertyReader(calculation.property)
  return (event) => {
    const value = read(event)
    return typeof value === 'number' && isQuantity(value) ? decimal(value) : null
  }
}

/**
 * Reads the value that is counted once however many events have it, as JSON: a text, a number or a
 * boolean of the metadata. Null where an event has none, and where no values are counted.
 */
export function uniqueValueReader(
  calculation: Calculation,
): (event: MeteredEvent) => string | null {
  if (calculation.func !== 'unique' || 'builtIn' in placeOfProperty(calculation.property)) {
    return () => null
  }
  const read = propertyReader(calculation.property)
  return (event) => {
    const value = read(event)
    return valueTypes.has(typeof value) ? JSON.stringify(value) : null
  }
}

const valueTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/**
 * A sum keeps all digits of its quantities. So that it never becomes longer than a decimal may be,
 * numbers that nothing is measured in are no quantities.
 */
export const quantityLimits = { min: 1e-20, end: 1e20 } as const

const isQuantity = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= quantityLimits.min && Math.abs(value) < quantityLimits.end)
