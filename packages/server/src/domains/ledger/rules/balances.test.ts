import { type Currency, currency } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { balancesOf } from './balances.ts'
import type { AccountBalance } from './postings.ts'

const eur = currency.parse('eur')
const jpy = currency.parse('jpy')

interface On {
  readonly place?: string
  readonly of?: Currency
}

const account = (
  name: AccountBalance['account'],
  amount: number,
  { place, of = eur }: On = {},
) => ({
  account: name,
  place: place ?? null,
  currency: of,
  amount: minorUnits(amount),
})

const nothing = {
  refundedAmount: 0,
  disputedAmount: 0,
  lostAmount: 0,
  processorFeeAmount: 0,
  settledAmount: 0,
  adjustedAmount: 0,
  taxAmount: 0,
  taxes: [],
  customerBalanceAmount: 0,
}

it('there is no balance where nothing was posted', () => {
  expect(balancesOf([], [])).toEqual([])
})

it('the sold amount is what is left plus all that reduced it', () => {
  const accounts = [
    account('cash_at_processor', -6_965),
    account('customer_balance', 5_000),
    account('credit_adjustments', -5_000),
    account('dispute_clearing', 1_190),
    account('processor_fees', -50),
    account('seller_payable', 5_000),
    account('tax_payable', 500, { place: 'DE' }),
    account('tax_payable', 325, { place: 'US-CA' }),
  ]
  const corrections = (['refunded', 'disputed', 'lost', 'settled', 'adjusted'] as const).map(
    (kind, at) => ({
      kind,
      currency: eur,
      amount: minorUnits(1_000 * (at + 1)),
      feeAmount: minorUnits(kind === 'settled' ? 250 : 0),
    }),
  )
  expect(balancesOf(accounts, corrections)).toEqual([
    {
      currency: eur,
      availableAmount: 4_950 - 5_000,
      soldAmount: 4_950 - 5_000 + 1_000 + 2_000 + 3_000 + 4_000 + 5_000 + 300,
      refundedAmount: 1_000,
      disputedAmount: 2_000,
      lostAmount: 3_000,
      processorFeeAmount: 300,
      settledAmount: 4_000,
      adjustedAmount: 5_000,
      taxAmount: 825,
      customerBalanceAmount: 5_000,
      taxes: [
        { country: 'DE', state: null, amount: 500 },
        { country: 'US', state: 'CA', amount: 325 },
      ],
    },
  ])
})

it('each currency has its own balance', () => {
  const accounts = [
    account('seller_payable', 100),
    account('seller_payable', 7, { of: jpy }),
    account('tax_payable', 3, { of: jpy }),
  ]
  const refunded = {
    kind: 'refunded',
    currency: jpy,
    amount: minorUnits(2),
    feeAmount: minorUnits(0),
  } as const
  expect(balancesOf(accounts, [refunded])).toEqual([
    { ...nothing, currency: eur, availableAmount: 100, soldAmount: 100 },
    {
      ...nothing,
      currency: jpy,
      availableAmount: 7,
      soldAmount: 9,
      refundedAmount: 2,
      taxAmount: 3,
      customerBalanceAmount: 0,
      taxes: [{ country: null, state: null, amount: 3 }],
    },
  ])
})
