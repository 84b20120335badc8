import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  ceilQuotient,
  compareDecimals,
  decimal,
  divideDecimals,
  formatDecimal,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  toMinorUnits,
} from './decimal.ts'

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat({ max: 12 }))
  .map(([digits, scale]) => decimal(`${digits}e-${scale}`))

describe('reading and writing', () => {
  it.each([
    ['0', '0'],
    ['-0.00', '0'],
    ['+7', '7'],
    ['007.50', '7.5'],
    ['0.000000000001', '0.000000000001'],
    ['-12.3400', '-12.34'],
    ['1e-7', '0.0000001'],
    ['1.5E3', '1500'],
    ['-2.5e+1', '-25'],
  ])('%s is written as %s', (text, written) => {
    expect(formatDecimal(decimal(text))).toBe(written)
  })

  it.each(['', '.', '.5', '5.', '1,5', ' 1', '1 ', '0x10', '--1', 'NaN', 'Infinity', '1e', '1e99'])(
    '"%s" is refused',
    (text) => {
      expect(parseDecimal(text)).toBeNull()
      expect(() => decimal(text)).toThrow('is not a decimal')
    },
  )

  it('refuses a text of absurd length', () => {
    expect(parseDecimal('1'.repeat(80))).not.toBeNull()
    expect(parseDecimal('1'.repeat(81))).toBeNull()
  })

  it('a written decimal parses back to the same value', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(parseDecimal(formatDecimal(value))).toEqual(value)
      }),
    )
  })

  it('parses every finite number that JSON can carry', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 })
    fc.assert(
      fc.property(
        numbers.filter((value) => value === 0 || Math.abs(value) > 1e-30),
        (value) => {
          expect(Number(formatDecimal(decimal(value)))).toBe(value === 0 ? 0 : value)
        },
      ),
    )
  })
})

describe('arithmetic', () => {
  it('is exact', () => {
    expect(addDecimals(decimal('0.1'), decimal('0.2'))).toEqual(decimal('0.3'))
    expect(multiplyDecimals(decimal('0.000000000001'), decimal('1.5'))).toEqual(
      decimal('0.0000000000015'),
    )
  })

  it('subtracting what was added restores the value', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(subtractDecimals(addDecimals(a, b), b)).toEqual(a)
      }),
    )
  })

  it('multiplication distributes over addition', () => {
    fc.assert(
      fc.property(decimals, decimals, decimals, (a, b, c) => {
        expect(multiplyDecimals(a, addDecimals(b, c))).toEqual(
          addDecimals(multiplyDecimals(a, b), multiplyDecimals(a, c)),
        )
      }),
    )
  })

  it.each([
    ['1.5', '1.50', 0],
    ['-1', '0.5', -1],
    ['10', '9.999', 1],
  ])('%s against %s compares as %i', (a, b, expected) => {
    expect(compareDecimals(decimal(a), decimal(b))).toBe(expected)
  })
})

describe('the smaller and the larger of two', () => {
  it.each([
    ['1', '2', '1', '2'],
    ['2', '-2', '-2', '2'],
    ['0.1', '0.10', '0.1', '0.1'],
    ['0.09', '0.1', '0.09', '0.1'],
  ])('of %s and %s are %s and %s', (a, b, smaller, larger) => {
    expect(minDecimal(decimal(a), decimal(b))).toEqual(decimal(smaller))
    expect(maxDecimal(decimal(a), decimal(b))).toEqual(decimal(larger))
  })
})

describe('division', () => {
  it.each([
    ['1', '3', 12, '0.333333333333'],
    ['2', '3', 12, '0.666666666667'],
    ['-2', '3', 2, '-0.67'],
    ['1', '-8', 2, '-0.13'],
    ['-1', '-8', 2, '0.13'],
    ['1', '8', 3, '0.125'],
    ['0.5', '1', 0, '1'],
    ['-0.5', '1', 0, '-1'],
    ['0.49', '1', 0, '0'],
    ['7.5', '0.0025', 0, '3000'],
    ['0', '5', 4, '0'],
  ])('%s by %s to %i decimals is %s', (dividend, divisor, scale, quotient) => {
    expect(divideDecimals(decimal(dividend), decimal(divisor), scale)).toEqual(decimal(quotient))
  })

  it.each([
    ['0', '10', '0'],
    ['0.000000000001', '10', '1'],
    ['10', '10', '1'],
    ['10.000000000001', '10', '2'],
    ['1', '0.3', '4'],
    ['0.9', '0.3', '3'],
  ])('%s begins %s so many times: %s', (dividend, divisor, times) => {
    expect(ceilQuotient(decimal(dividend), decimal(divisor))).toEqual(decimal(times))
  })

  it('begins nothing negative and nothing of size zero', () => {
    expect(() => ceilQuotient(decimal(-1), decimal(1))).toThrow('begun so many times')
    expect(() => ceilQuotient(decimal(1), decimal(0))).toThrow('begun so many times')
  })

  it('by zero is a bug', () => {
    expect(() => divideDecimals(decimal(1), decimal(0), 2)).toThrow('is not divided by zero')
  })

  it('is off by half of the last decimal at most', () => {
    const divisors = decimals.filter(({ digits }) => digits !== 0n)
    fc.assert(
      fc.property(decimals, divisors, fc.nat({ max: 20 }), (a, b, scale) => {
        const rest = subtractDecimals(a, multiplyDecimals(divideDecimals(a, b, scale), b))
        const twice = multiplyDecimals(rest, decimal(2))
        const last = multiplyDecimals(b, decimal(`1e-${scale}`))
        expect(twice.digits ** 2n * 10n ** BigInt(2 * last.scale)).toBeLessThanOrEqual(
          last.digits ** 2n * 10n ** BigInt(2 * twice.scale),
        )
      }),
    )
  })
})

describe('converting to minor units', () => {
  it.each([
    ['0.5', 1],
    ['-0.5', -1],
    ['0.499999999999', 0],
    ['2.5', 3],
    ['-2.5', -3],
    ['1250', 1_250],
    ['-0.4', 0],
  ])('%s is %i', (text, expected) => {
    expect(toMinorUnits(decimal(text))).toBe(expected)
  })

  it('rounds the price of metered units once, at the end', () => {
    const charge = multiplyDecimals(decimal('0.0125'), decimal('1000.4'))
    expect(toMinorUnits(charge)).toBe(13)
  })
})
