import { hasStates, isInUnion, readState, vatPrefix } from '@guildhall/contract/tax/places'
import type { TaxabilityReason, TaxScheme } from '@guildhall/contract/tax/shapes'
import { decimal, multiplyDecimals, toMinorUnits } from '../../../kernel/decimal.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { asTaxRate, type Place, percentOf, rateOf, type StandardRate } from './rates.ts'
import type { TaxAnswer, TaxDue, TaxedSale } from './tax-answer.ts'

/** That a seller collects tax in a place. */
export interface Registration extends Place {
  readonly scheme: TaxScheme
}

/** What is known wherever the buyer is; null where it depends. */
export function decideWithoutPlace(
  registrations: readonly Registration[],
  netAmount: TaxedSale['netAmount'],
): TaxDue | null {
  if (netAmount === 0) return untaxed('not_subject_to_tax')
  return registrations.length === 0 ? untaxed('not_collecting') : null
}

/**
 * What a seller takes who collects in these places. Where the buyer is decides, and what the
 * address doesn't say is asked for only where it makes a difference.
 */
export function decideTax(registrations: readonly Registration[], sale: TaxedSale): TaxAnswer {
  const { netAmount, address } = sale
  const anyway = decideWithoutPlace(registrations, netAmount)
  if (anyway !== null) return anyway
  if (address === null) return { incomplete: true }
  const { country } = address
  const local = registrations.filter((one) => one.country === country)
  if (local.length === 0) return taxAbroad(registrations, sale, country)
  if (!hasStates(country)) return taxed(sale, { country, state: null })
  const state = address.state === null ? null : readState(country, address.state)
  return state === null ? { incomplete: true } : taxInState(local, sale, { country, state })
}

/** Where the seller is not registered: only the European Union is more than one country here. */
function taxAbroad(
  registrations: readonly Registration[],
  sale: TaxedSale,
  country: string,
): TaxDue {
  const place = { country, state: null }
  const near = isInUnion(country) ? registrations.filter((one) => isInUnion(one.country)) : []
  if (near.length === 0) return notCollecting(place)
  if (owesItself(sale, country)) return untaxed('reverse_charge')
  const unionWide = near.find(({ scheme }) => scheme !== 'domestic')
  if (unionWide === undefined) return notCollecting(place)
  return taxed(sale, unionWide.scheme === 'oss' ? place : unionWide)
}

/** A business that is known for VAT where it buys. A number of elsewhere proves nothing there. */
function owesItself({ isBusiness, taxId }: TaxedSale, country: string): boolean {
  if (!isBusiness || taxId === null) return false
  const [number, format] = taxId
  return format === 'eu_vat' && number.startsWith(vatPrefix(country))
}

function taxInState(
  local: readonly Registration[],
  sale: TaxedSale,
  place: { readonly country: string; readonly state: string },
): TaxDue {
  const isOwn = local.some(({ state }) => state === place.state)
  const isCountrys = local.some(({ state }) => state === null)
  const own = rateOf(place)
  const countrys = isCountrys ? countrysPart(place, own) : []
  const due = [...countrys, ...(isOwn && own !== undefined ? [own] : [])]
  return due.length === 0 ? notCollecting(place) : taxDue(sale, place, due)
}

/** A harmonized tax stands in the place of the country's, and is collected with it. */
function countrysPart({ country }: Place, own: StandardRate | undefined): StandardRate[] {
  const countrys = own?.kind === 'hst' ? own : rateOf({ country, state: null })
  return countrys === undefined ? [] : [countrys]
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
