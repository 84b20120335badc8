import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { type Money, minorUnits, negate, subtract, sum } from '../../../kernel/money.ts'
import { type AccountBalance, type CurrencyAccount, type Lines, offset } from './postings.ts'

export interface Payout {
  readonly currency: Currency
  /** Below zero where the seller owes it. */
  readonly amount: MinorUnits
  readonly lines: Lines
}

const paidOutAccounts: readonly LedgerAccount[] = [
  'seller_payable',
  'tax_payable',
  'processor_fees',
  'credit_adjustments',
]

/**
 * Pays out all that is due to the seller, collected tax included, with an entry for each currency.
 * Disputed money stays until the dispute ends, and what customers owe until they have paid it: it
 * was sold, but the money isn’t there.
 */
export function planPayouts(
  accounts: readonly CurrencyAccount[],
  debts: readonly Money[] = [],
): Payout[] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  return currencies
    .map((currency) =>
      planPayout(
        currency,
        accounts.filter(
          (account) => account.currency === currency && paidOutAccounts.includes(account.account),
        ),
        sum(debts.filter((debt) => debt.currency === currency).map(({ amount }) => amount)),
      ),
    )
    .filter(({ lines }) => lines.length > 0)
}

function planPayout(
  currency: Currency,
  accounts: readonly AccountBalance[],
  debt: MinorUnits,
): Payout {
  const due = sum(accounts.map((account) => account.amount))
  if (debt === 0 || due <= 0) return closing(currency, accounts)
  if (due <= debt) return { currency, amount: minorUnits(0), lines: [] }
  return closing(currency, withholding(accounts, debt))
}

function closing(currency: Currency, accounts: readonly AccountBalance[]): Payout {
  const amount = sum(accounts.map((account) => account.amount))
  const cash = { account: 'cash_at_processor', place: null, amount: negate(amount) } as const
  return { currency, amount, lines: [...accounts, cash].flatMap(offset) }
}

function withholding(accounts: readonly AccountBalance[], debt: MinorUnits): AccountBalance[] {
  const isOwn = ({ account }: AccountBalance) => account === 'seller_payable'
  const own = sum(accounts.filter(isOwn).map(({ amount }) => amount))
  return [
    ...accounts.filter((account) => !isOwn(account)),
    { account: 'seller_payable', place: null, amount: subtract(own, debt) },
  ]
}
