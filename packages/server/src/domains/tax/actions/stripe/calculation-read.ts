import type { TaxabilityReason, TaxRate } from '@guildhall/contract/tax/shapes'
import type { Stripe } from 'stripe'
import {
  addDecimals,
  decimal,
  formatDecimal,
  multiplyDecimals,
} from '../../../../kernel/decimal.ts'
import { minorUnits } from '../../../../kernel/money.ts'
import { taxNames } from '../../rules/rate-rows.ts'
import type { TaxDue } from '../../rules/tax-answer.ts'

type Part = Stripe.Tax.Calculation['tax_breakdown'][number]

/** Several taxes on one sale are one line with one rate, as they are of the engine built in. */
export function calculationRead(calculation: Stripe.Tax.Calculation): TaxDue {
  const { id, tax_amount_exclusive, tax_breakdown: parts } = calculation
  const taken = parts.filter(({ amount }) => amount !== 0)
  const [leading] = [...taken, ...parts]
  return {
    amount: minorUnits(tax_amount_exclusive),
    reason: leading === undefined ? 'not_collecting' : reasonOf(leading.taxability_reason),
    rate: taken.length === 0 ? null : rateOf(taken),
    calculationId: id,
  }
}

function rateOf(taken: readonly Part[]): TaxRate {
  const rates = taken.map(({ tax_rate_details }) => tax_rate_details)
  const flat = rates.find(({ rate_type }) => rate_type === 'flat_amount')?.flat_amount ?? null
  const percent = rates
    .map(({ percentage_decimal }) => decimal(percentage_decimal))
    .reduce(addDecimals, decimal(0))
  const basisPoints = Number(formatDecimal(multiplyDecimals(percent, decimal(100))))
  const names = rates.map(({ tax_type }) => nameOf(tax_type))
  return {
    rateType: flat === null ? 'percentage' : 'flat_amount',
    basisPoints: flat === null ? basisPoints : null,
    amount: flat?.amount ?? null,
    displayName: [...new Set(names)].join(' + '),
    country: rates[0]?.country ?? null,
    state: rates.map(({ state }) => state).find((state) => state !== null) ?? null,
    subdivision: null,
  }
}

const names: ReadonlyMap<string | null, string> = new Map(
  Object.entries({ ...taxNames, jct: taxNames.consumption_tax, igst: taxNames.gst }),
)

const nameOf = (type: string | null): string => names.get(type) ?? 'Tax'

/** Stripe’s reasons, as far as an order tells them apart. */
const reasons: ReadonlyMap<string, TaxabilityReason> = new Map(
  Object.entries({
    standard_rated: 'standard_rated',
    portion_standard_rated: 'standard_rated',
    reduced_rated: 'standard_rated',
    portion_reduced_rated: 'standard_rated',
    proportionally_rated: 'standard_rated',
    taxable_basis_reduced: 'standard_rated',
    customer_exempt: 'product_exempt',
    product_exempt: 'product_exempt',
    product_exempt_holiday: 'product_exempt',
    portion_product_exempt: 'product_exempt',
    zero_rated: 'product_exempt',
    not_collecting: 'not_collecting',
    not_subject_to_tax: 'not_subject_to_tax',
    reverse_charge: 'reverse_charge',
  } as const),
)

const reasonOf = (reason: string): TaxabilityReason => reasons.get(reason) ?? 'not_supported'
