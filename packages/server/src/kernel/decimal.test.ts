import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  decimal,
  formatDecimal,
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
