import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { negate, sum } from '../../../kernel/money.ts'
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
 * Disputed money stays until the dispute ends.
 */
export function planPayouts(accounts: readonly CurrencyAccount[]): Payout[] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  return currencies
    .map((currency) =>
      planPayout(
        currency,
        accounts.filter(
          (account) => account.currency === currency && paidOutAccounts.includes(account.account),
        ),
      ),
    )
    .filter(({ lines }) => lines.length > 0)
}

function planPayout(currency: Currency, accounts: readonly AccountBalance[]): Payout {
  const amount = sum(accounts.map((account) => account.amount))
  const cash = { account: 'cash_at_processor', place: null, amount: negate(amount) } as const
  return { currency, amount, lines: [...accounts, cash].flatMap(offset) }
}
