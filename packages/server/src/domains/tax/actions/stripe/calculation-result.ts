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
import type { TaxDue } from '../../rules/tax-calculation.ts'

type TaxComponent = Stripe.Tax.Calculation['tax_breakdown'][number]

/** Several taxes on one sale become one rate, as in the built-in calculation. */
export function calculationResult(calculation: Stripe.Tax.Calculation): TaxDue {
  const { id, tax_amount_exclusive, tax_breakdown: components } = calculation
  const charged = components.filter(({ amount }) => amount !== 0)
  const [leading] = [...charged, ...components]
  return {
    amount: minorUnits(tax_amount_exclusive),
    reason: leading === undefined ? 'not_collecting' : reasonOf(leading.taxability_reason),
    rate: charged.length === 0 ? null : rateOf(charged),
    calculationId: id,
  }
}

function rateOf(charged: readonly TaxComponent[]): TaxRate {
  const rates = charged.map(({ tax_rate_details }) => tax_rate_details)
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

/** Stripe's reasons by the reasons of an order, which are fewer. */
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
