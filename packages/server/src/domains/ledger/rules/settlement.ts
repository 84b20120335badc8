import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { minorUnits, subtract, sum } from '../../../kernel/money.ts'
import { opposite, type Plan, type Standing } from './postings.ts'

interface Account extends Standing {
  readonly currency: Currency
}

export interface Settlement {
  readonly currency: Currency
  /** What is handed over; below zero where the seller owes it. */
  readonly amount: MinorUnits
  readonly lines: Plan
}

const closed: readonly LedgerAccount[] = ['seller_payable', 'tax_payable', 'processor_fees']

/**
 * All that is the seller’s, or the tax office’s by way of the seller, is handed over, a journal for
 * each currency; what is disputed stays until it is decided whose it is.
 */
export function planSettlements(accounts: readonly Account[]): Settlement[] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  return currencies
    .map((currency) =>
      planSettlement(
        currency,
        accounts.filter(
          (account) => account.currency === currency && closed.includes(account.account),
        ),
      ),
    )
    .filter(({ lines }) => lines.length > 0)
}

function planSettlement(currency: Currency, accounts: readonly Standing[]): Settlement {
  const amount = sum(accounts.map((account) => account.amount))
  const cash = { account: 'cash_at_processor', place: null } as const
  const handedOver = { ...cash, amount: subtract(minorUnits(0), amount) }
  return { currency, amount, lines: [...accounts, handedOver].flatMap(opposite) }
}
