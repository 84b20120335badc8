import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import { hasStates } from '@guildhall/contract/tax/places'
import { type TaxScheme, taxSchemes } from '@guildhall/contract/tax/shapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { decideTax } from './decide-tax.ts'
import { rateRows } from './rate-rows.ts'
import type { Registration, TaxedSale } from './tax-calculation.ts'

/** `DE`, `US-CA`, or with a scheme `DE oss`. */
function registered(text: string): Registration[] {
  return text
    .split(', ')
    .filter((one) => one !== '')
    .map((one) => {
      const [place = '', name] = one.split(' ')
      const [country = '', state = null] = place.split('-')
      const scheme = taxSchemes.find((known) => known === name) ?? 'domestic'
      return { country, state, scheme } satisfies { scheme: TaxScheme } & Registration
    })
}

const nowhere = { line1: null, line2: null, postalCode: null, city: null, state: null }

function saleTo(place: string | null, more: Partial<TaxedSale> = {}): TaxedSale {
  const [country = '', state = null] = (place ?? '').split('/')
  const address = place === null ? null : { ...nowhere, country, state }
  const consumer = { taxId: null, isBusiness: false }
  return { netAmount: minorUnits(1000), address, ...consumer, ...more }
}

/** The result in one line: amount, reason and rate. */
function resultOf(registrations: string, sale: TaxedSale): string {
  const result = decideTax(registered(registrations), sale)
  if ('incomplete' in result) return 'incomplete'
  const { amount, reason, rate } = result
  if (rate === null) return `${amount} ${reason}`
  const place = [rate.country, rate.state].filter((part) => part !== null).join('-')
  return `${amount} ${reason}: ${rate.displayName} ${rate.basisPoints} ${place}`
}

const vatIdOf = (country: string): Partial<TaxedSale> => {
  const taxId: TaxId = [`${country}1`, 'eu_vat']
  return { taxId, isBusiness: true }
}

describe('tax on 10.00', () => {
  it.each<[registrations: string, place: string | null, expected: string]>([
    ['', null, '0 not_collecting'],
    ['', 'DE', '0 not_collecting'],
    ['DE', null, 'incomplete'],
    ['DE', 'DE', '190 standard_rated: VAT 1900 DE'],
    ['DE', 'FR', '0 not_collecting'],
    ['DE', 'US', '0 not_collecting'],
    ['DE', 'HK', '0 not_subject_to_tax'],
    ['DE, FR', 'FR', '200 standard_rated: VAT 2000 FR'],
    ['FI', 'FI', '255 standard_rated: VAT 2550 FI'],
    ['GB', 'GB', '200 standard_rated: VAT 2000 GB'],
    ['GB', 'IE', '0 not_collecting'],
    ['AU', 'AU', '100 standard_rated: GST 1000 AU'],
    ['JP', 'JP', '100 standard_rated: Consumption tax 1000 JP'],
    ['HK', 'HK', '0 not_subject_to_tax'],
    ['CU', 'CU', '0 not_supported'],
    // The one-stop shop takes the buyer's rate, a small seller the one of home.
    ['DE oss', 'DE', '190 standard_rated: VAT 1900 DE'],
    ['DE oss', 'HU', '270 standard_rated: VAT 2700 HU'],
    ['DE oss', 'NO', '0 not_collecting'],
    ['DE oss', 'MC', '0 not_collecting'],
    ['DE small_seller', 'HU', '190 standard_rated: VAT 1900 DE'],
    ['DE small_seller, HU', 'HU', '270 standard_rated: VAT 2700 HU'],
    ['FR, DE oss', 'HU', '270 standard_rated: VAT 2700 HU'],
    ['US-CA, DE oss', 'FR', '200 standard_rated: VAT 2000 FR'],
    // A state of the United States is needed only where some state is registered.
    ['US-CA', 'US', 'incomplete'],
    ['US-CA', 'US/', 'incomplete'],
    ['US-CA', 'US/Atlantis', 'incomplete'],
    ['US-CA', 'US/CA', '73 standard_rated: Sales tax 725 US-CA'],
    ['US-CA', 'US/US-CA', '73 standard_rated: Sales tax 725 US-CA'],
    ['US-CA', 'US/california', '73 standard_rated: Sales tax 725 US-CA'],
    ['US-CA', 'US/NY', '0 not_collecting'],
    ['US-CA', 'US/OR', '0 not_subject_to_tax'],
    ['US-OR', 'US/OR', '0 not_subject_to_tax'],
    ['US-MN', 'US/MN', '69 standard_rated: Sales tax 687.5 US-MN'],
    ['US-CA', 'CA', '0 not_collecting'],
    // Canada's own registration takes GST, or HST where the provinces share it.
    ['CA', 'CA', 'incomplete'],
    ['CA', 'CA/AB', '50 standard_rated: GST 500 CA-AB'],
    ['CA', 'CA/ON', '130 standard_rated: HST 1300 CA-ON'],
    ['CA', 'CA/NS', '140 standard_rated: HST 1400 CA-NS'],
    ['CA', 'CA/BC', '50 standard_rated: GST 500 CA-BC'],
    ['CA, CA-BC', 'CA/BC', '120 standard_rated: GST + PST 1200 CA-BC'],
    ['CA, CA-QC', 'CA/Québec', '150 standard_rated: GST + QST 1497.5 CA-QC'],
    ['CA-QC', 'CA/QC', '100 standard_rated: QST 997.5 CA-QC'],
    ['CA-QC', 'CA/ON', '0 not_collecting'],
    ['CA, CA-BC', 'CA/SK', '50 standard_rated: GST 500 CA-SK'],
  ])('of a seller registered in [%s] who sells to %s', (registrations, place, expected) => {
    expect(resultOf(registrations, saleTo(place))).toBe(expected)
  })

  it.each<[registrations: string, place: string, more: Partial<TaxedSale>, expected: string]>([
    ['DE', 'FR', vatIdOf('FR'), '0 reverse_charge'],
    ['DE oss', 'FR', vatIdOf('FR'), '0 reverse_charge'],
    ['DE small_seller', 'FR', vatIdOf('FR'), '0 reverse_charge'],
    ['DE oss', 'GR', vatIdOf('EL'), '0 reverse_charge'],
    ['DE oss', 'FR', vatIdOf('DE'), '200 standard_rated: VAT 2000 FR'],
    ['DE', 'DE', vatIdOf('DE'), '190 standard_rated: VAT 1900 DE'],
    ['DE, FR', 'FR', vatIdOf('FR'), '200 standard_rated: VAT 2000 FR'],
    ['US-CA', 'FR', vatIdOf('FR'), '0 not_collecting'],
    ['DE', 'GB', { taxId: ['GB980780684', 'gb_vat'], isBusiness: true }, '0 not_collecting'],
    // A business without a VAT number and a private purchase are taxed.
    ['DE oss', 'FR', { isBusiness: true }, '200 standard_rated: VAT 2000 FR'],
    [
      'DE oss',
      'RO',
      { taxId: ['18547290', 'ro_tin'], isBusiness: true },
      '210 standard_rated: VAT 2100 RO',
    ],
    ['DE oss', 'FR', { ...vatIdOf('FR'), isBusiness: false }, '200 standard_rated: VAT 2000 FR'],
  ])(
    'of a seller registered in [%s], sold to a business in %s: %j',
    (where, place, more, expected) => {
      expect(resultOf(where, saleTo(place, more))).toBe(expected)
    },
  )

  it('is zero on a free sale to any place', () => {
    const netAmount = minorUnits(0)
    expect(resultOf('DE', saleTo(null, { netAmount }))).toBe('0 not_subject_to_tax')
    expect(resultOf('DE', saleTo('DE', { netAmount }))).toBe('0 not_subject_to_tax')
  })
})

describe('the tax on', () => {
  it.each([
    // 19 % of 0.50 are 9.5 cents.
    [50, 'DE', 'DE', 10],
    [49, 'DE', 'DE', 9],
    // 9.975 % of 2.00 are 19.95, of 20.00 are 199.5.
    [200, 'CA-QC', 'CA/QC', 20],
    [2000, 'CA-QC', 'CA/QC', 200],
    [1999, 'CA-QC', 'CA/QC', 199],
    // Together 14.975 % of 0.20 are 2.995; apart they would be 1 and 1.995.
    [20, 'CA, CA-QC', 'CA/QC', 3],
    [9_007_199_254_740, 'HU', 'HU', 2_431_943_798_780],
  ])('%s from [%s] to %s is rounded half up to %s', (amount, registrations, place, expected) => {
    const result = decideTax(
      registered(registrations),
      saleTo(place, { netAmount: minorUnits(amount) }),
    )
    expect(result).toMatchObject({ amount: expected })
  })
})

const places = rateRows.map(([place]) => place)

describe('any tax', () => {
  const place = fc.constantFrom(...places, 'CU', 'NO')
  const scheme = fc.constantFrom(...taxSchemes)
  const registration = fc.tuple(place, scheme).map(([where, name]) => `${where} ${name}`)
  const sale = fc.record({
    netAmount: fc.integer({ min: 0, max: 1_000_000_000_000 }).map(minorUnits),
    isBusiness: fc.boolean(),
    taxId: fc.constantFrom<TaxId | null>(null, ['DE136695976', 'eu_vat'], ['911144442', 'us_ein']),
  })
  const all = [fc.array(registration, { maxLength: 6 }), fc.option(place), sale] as const

  it('is a share of the net amount to within half a cent, and zero without a rate', () => {
    fc.assert(
      fc.property(...all, (where, buyer, more) => {
        const to = saleTo(buyer === null ? null : buyer.replace('-', '/'), more)
        const result = decideTax(registered(where.join(', ')), to)
        if ('incomplete' in result) return
        const { amount, reason, rate } = result
        expect(rate === null).toBe(reason !== 'standard_rated')
        // In tenths of a basis point, the finest unit of the table.
        const exact = BigInt(to.netAmount) * BigInt(Math.round((rate?.basisPoints ?? 0) * 10))
        const difference = BigInt(amount) * 100_000n - exact
        expect(difference <= 50_000n && difference > -50_000n).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('does not depend on the order of registrations, each country once', () => {
    fc.assert(
      fc.property(...all, (where, buyer, more) => {
        const to = saleTo(buyer === null ? null : buyer.replace('-', '/'), more)
        const once = registered([...new Set(where.map((one) => one.split(' ')[0]))].join(', '))
        expect(decideTax(once.toReversed(), to)).toEqual(decideTax(once, to))
      }),
    )
  })

  it('depends without an address on whether the seller has registrations', () => {
    fc.assert(
      fc.property(all[0], (where) => {
        const result = decideTax(registered(where.join(', ')), saleTo(null))
        expect('incomplete' in result).toBe(where.length > 0)
      }),
    )
  })
})

describe('the table of rates', () => {
  it.each(rateRows)(
    'has %s (%s) at %s %% with a source and a date',
    (place, kind, percent, source) => {
      expect(place).toMatch(/^[A-Z]{2}(-[A-Z]{2})?$/)
      expect(hasStates(place.slice(0, 2)) || !place.includes('-')).toBe(true)
      expect(percent).toMatch(/^\d{1,2}(\.\d{1,3})?$/)
      expect(Number(percent) > 0).toBe(kind !== 'none')
      expect(source.name).not.toBe('')
      expect(source.date).toMatch(/^20\d\d-\d\d-\d\d$/)
    },
  )

  it('has each place once, every state, and every country of the European Union', () => {
    expect(new Set(places).size).toBe(places.length)
    expect(places.filter((place) => place.startsWith('US-'))).toHaveLength(51)
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
    expect(union.split(' ').filter((country) => !places.includes(country))).toEqual([])
  })
})
