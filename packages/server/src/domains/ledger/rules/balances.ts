import type { Balance } from '@guildhall/contract/ledger/shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { add, negate, sum } from '../../../kernel/money.ts'
import type { CurrencyAccount } from './postings.ts'

/** What reduced the seller’s balance other than fees, without tax. */
export interface Correction {
  readonly currency: Currency
  readonly kind: 'refunded' | 'disputed' | 'lost' | 'settled' | 'adjusted'
  readonly amount: MinorUnits
  /** How much of a payout the fees had reduced before: it closes their account. */
  readonly feeAmount: MinorUnits
}

/**
 * A balance for each currency. What was sold is derived: what is left, plus all that reduced it.
 */
export function balancesOf(
  accounts: readonly CurrencyAccount[],
  corrections: readonly Correction[],
): Balance[] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  return currencies.map((currency) =>
    balanceIn(
      currency,
      accounts.filter((account) => account.currency === currency),
      corrections.filter((correction) => correction.currency === currency),
    ),
  )
}

function balanceIn(
  currency: Currency,
  accounts: readonly CurrencyAccount[],
  corrections: readonly Correction[],
): Balance {
  const corrected = (kind: Correction['kind']) =>
    sum(corrections.filter((one) => one.kind === kind).map(({ amount }) => amount))
  const named = (name: CurrencyAccount['account']) =>
    accounts.filter(({ account }) => account === name)
  const fees = named('processor_fees')
  const own = [...named('seller_payable'), ...named('credit_adjustments'), ...fees]
  const available = sum(own.map(({ amount }) => amount))
  const unpaidFees = negate(sum(fees.map(({ amount }) => amount)))
  const less = {
    refundedAmount: corrected('refunded'),
    disputedAmount: corrected('disputed'),
    lostAmount: corrected('lost'),
    processorFeeAmount: add(unpaidFees, sum(corrections.map(({ feeAmount }) => feeAmount))),
    settledAmount: corrected('settled'),
    adjustedAmount: corrected('adjusted'),
  }
  const taxes = named('tax_payable')
  return {
    currency,
    availableAmount: available,
    soldAmount: Object.values(less).reduce(add, available),
    ...less,
    taxAmount: sum(taxes.map(({ amount }) => amount)),
    taxes: taxes.map(({ place, amount }) => ({ ...placeOf(place), amount })),
    customerBalanceAmount: sum(named('customer_balance').map(({ amount }) => amount)),
  }
}

function placeOf(place: string | null): Pick<Balance['taxes'][number], 'country' | 'state'> {
  const [country = null, state = null] = place?.split('-') ?? []
  return { country, state }
}
