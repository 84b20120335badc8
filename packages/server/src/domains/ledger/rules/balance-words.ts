import type { Currency } from '@guildhall/contract/primitives'
import { sum } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { Standing } from './postings.ts'

interface Account extends Standing {
  readonly currency: Currency
}

const kinds = [
  { accounts: ['seller_payable', 'processor_fees'], word: 'available' },
  { accounts: ['tax_payable'], word: 'tax' },
  { accounts: ['dispute_clearing'], word: 'disputed' },
] as const satisfies readonly { accounts: readonly Standing['account'][]; word: string }[]

/** What is in the books, whoever’s it is: `€100.00 available, €19.00 tax`. Null of nothing. */
export function balanceInWords(accounts: readonly Account[]): string | null {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  const words = currencies.flatMap((currency) =>
    heldIn(
      currency,
      accounts.filter((account) => account.currency === currency),
    ),
  )
  return words.length === 0 ? null : words.join(', ')
}

const heldIn = (currency: Currency, accounts: readonly Account[]): string[] =>
  kinds.flatMap(({ accounts: names, word }) => {
    const of: readonly string[] = names
    const amount = sum(accounts.filter(({ account }) => of.includes(account)).map(amountOf))
    return amount === 0 ? [] : [`${moneyText({ amount, currency })} ${word}`]
  })

const amountOf = ({ amount }: Account) => amount
