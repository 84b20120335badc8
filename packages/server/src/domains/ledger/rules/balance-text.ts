import type { Currency } from '@guildhall/contract/primitives'
import { sum } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { AccountBalance, CurrencyAccount } from './postings.ts'

const kinds = [
  { accounts: ['seller_payable', 'processor_fees', 'credit_adjustments'], word: 'available' },
  { accounts: ['tax_payable'], word: 'tax' },
  { accounts: ['dispute_clearing'], word: 'disputed' },
] as const satisfies readonly { accounts: readonly AccountBalance['account'][]; word: string }[]

/** All money in the books: `€100.00 available, €19.00 tax`. Null where there is none. */
export function balanceText(accounts: readonly CurrencyAccount[]): string | null {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  const texts = currencies.flatMap((currency) =>
    textsIn(
      currency,
      accounts.filter((account) => account.currency === currency),
    ),
  )
  return texts.length === 0 ? null : texts.join(', ')
}

const textsIn = (currency: Currency, accounts: readonly CurrencyAccount[]): string[] =>
  kinds.flatMap(({ accounts: names, word }) => {
    const of: readonly string[] = names
    const amount = sum(accounts.filter(({ account }) => of.includes(account)).map(amountOf))
    return amount === 0 ? [] : [`${moneyText({ amount, currency })} ${word}`]
  })

const amountOf = ({ amount }: CurrencyAccount) => amount
