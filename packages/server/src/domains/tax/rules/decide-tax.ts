import { hasStates, isInUnion, readState, vatPrefix } from '@guildhall/contract/tax/places'
import type { TaxabilityReason } from '@guildhall/contract/tax/shapes'
import { decimal, multiplyDecimals, toMinorUnits } from '../../../kernel/decimal.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { asTaxRate, type Place, percentOf, rateOf, type StandardRate } from './rates.ts'
import type { Registration, TaxDue, TaxedSale, TaxResult } from './tax-calculation.ts'

/** The tax if it does not depend on where the buyer is, else null. */
export function decideWithoutPlace(
  registrations: readonly Registration[],
  netAmount: TaxedSale['netAmount'],
): TaxDue | null {
  if (netAmount === 0) return untaxed('not_subject_to_tax')
  return registrations.length === 0 ? untaxed('not_collecting') : null
}

/**
 * The tax on a sale by a seller with these registrations. Incomplete only where a missing part of
 * the address makes a difference.
 */
export function decideTax(registrations: readonly Registration[], sale: TaxedSale): TaxResult {
  const { netAmount, address } = sale
  const known = decideWithoutPlace(registrations, netAmount)
  if (known !== null) return known
  if (address === null) return { incomplete: true }
  const { country } = address
  const local = registrations.filter((one) => one.country === country)
  if (local.length === 0) return taxAbroad(registrations, sale, country)
  if (!hasStates(country)) return taxed(sale, { country, state: null })
  const state = address.state === null ? null : readState(country, address.state)
  return state === null ? { incomplete: true } : taxInState(local, sale, { country, state })
}

/** Without a registration in the country; only registrations in the European Union reach abroad. */
function taxAbroad(
  registrations: readonly Registration[],
  sale: TaxedSale,
  country: string,
): TaxDue {
  const place = { country, state: null }
  const near = isInUnion(country) ? registrations.filter((one) => isInUnion(one.country)) : []
  if (near.length === 0) return notCollecting(place)
  if (isReverseCharged(sale, country)) return untaxed('reverse_charge')
  const unionWide = near.find(({ scheme }) => scheme !== 'domestic')
  if (unionWide === undefined) return notCollecting(place)
  return taxed(sale, unionWide.scheme === 'oss' ? place : unionWide)
}

/** For a business with a VAT number of the country where it buys. */
function isReverseCharged({ isBusiness, taxId }: TaxedSale, country: string): boolean {
  if (!isBusiness || taxId === null) return false
  const [number, format] = taxId
  return format === 'eu_vat' && number.startsWith(vatPrefix(country))
}

function taxInState(
  local: readonly Registration[],
  sale: TaxedSale,
  place: { readonly country: string; readonly state: string },
): TaxDue {
  const hasStateRegistration = local.some(({ state }) => state === place.state)
  const hasCountryRegistration = local.some(({ state }) => state === null)
  const stateRate = rateOf(place)
  const countryRates = hasCountryRegistration ? countryRatesOf(place, stateRate) : []
  const due = [
    ...countryRates,
    ...(hasStateRegistration && stateRate !== undefined ? [stateRate] : []),
  ]
  return due.length === 0 ? notCollecting(place) : taxDue(sale, place, due)
}

/** A harmonized tax replaces the country's and is collected under its registration. */
function countryRatesOf({ country }: Place, stateRate: StandardRate | undefined): StandardRate[] {
  const rate = stateRate?.kind === 'hst' ? stateRate : rateOf({ country, state: null })
  return rate === undefined ? [] : [rate]
}

function taxed(sale: TaxedSale, { country, state }: Place): TaxDue {
  const place = { country, state }
  const rate = rateOf(place)
  return rate === undefined ? untaxed('not_supported') : taxDue(sale, place, [rate])
}

function taxDue({ netAmount }: TaxedSale, place: Place, due: readonly StandardRate[]): TaxDue {
  if (due.every(({ kind }) => kind === 'none')) return untaxed('not_subject_to_tax')
  const hundredths = multiplyDecimals(decimal(netAmount), percentOf(due))
  return {
    amount: toMinorUnits(multiplyDecimals(hundredths, decimal('0.01'))),
    reason: 'standard_rated',
    rate: asTaxRate(place, due),
    calculationId: null,
  }
}

const notCollecting = (place: Place): TaxDue =>
  untaxed(rateOf(place)?.kind === 'none' ? 'not_subject_to_tax' : 'not_collecting')

const untaxed = (reason: TaxabilityReason): TaxDue => ({
  amount: minorUnits(0),
  reason,
  rate: null,
  calculationId: null,
})
