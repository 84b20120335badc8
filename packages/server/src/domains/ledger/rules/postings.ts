import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { minorUnits, negate, subtract, sum } from '../../../kernel/money.ts'

/** One line of a journal entry: a debit or a credit, never both. */
export interface Line {
  readonly account: LedgerAccount
  /** The jurisdiction of tax: `DE`, `US-CA`. */
  readonly place: string | null
  readonly debit: MinorUnits
  readonly credit: MinorUnits
}

/** The lines of one entry. Empty where no money moves, and then nothing is posted. */
export type Lines = readonly Line[]

/** The seller’s part of a price, and the tax on it. */
export interface Amounts {
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly taxPlace: string | null
}

/** What went back to the buyer. */
export interface Returned extends Amounts {
  /**
   * Paid out of the customer’s balance, because it was credited before. Below zero: returned to it.
   */
  readonly owedAmount?: MinorUnits
}

/** A paid order. */
export interface Sale {
  readonly netAmount: MinorUnits
  /** Of each place; below zero where it credits an earlier order. */
  readonly taxes: readonly { readonly place: string | null; readonly amount: MinorUnits }[]
  /**
   * Paid by the customer’s balance. Below zero: credited to it, or a debt charged with the order.
   */
  readonly appliedAmount: MinorUnits
}

const nothing = minorUnits(0)

/**
 * The customer’s balance pays its part, and cash the rest. An order below zero posts in reverse.
 */
export function planSale({ netAmount, taxes, appliedAmount }: Sale): Lines {
  const owed = taxesByPlace(taxes)
  const totalAmount = sum([netAmount, ...owed.map(({ amount }) => amount)])
  return [
    ...offset({ account: 'seller_payable', place: null, amount: negate(netAmount) }),
    ...owed.flatMap(({ place, amount }) =>
      offset({ account: 'tax_payable', place, amount: negate(amount) }),
    ),
    ...offset({ account: 'customer_balance', place: null, amount: appliedAmount }),
    ...offset({
      account: 'cash_at_processor',
      place: null,
      amount: subtract(totalAmount, appliedAmount),
    }),
  ]
}

const taxesByPlace = (taxes: Sale['taxes']): Sale['taxes'] =>
  [...new Set(taxes.map(({ place }) => place))].map((place) => ({
    place,
    amount: sum(taxes.filter((tax) => tax.place === place).map(({ amount }) => amount)),
  }))

/** The processor deducts its fee from what it holds. Below zero it returns one. */
export const planFee = (fee: MinorUnits): Lines => [
  ...offset({ account: 'processor_fees', place: null, amount: fee }),
  ...offset({ account: 'cash_at_processor', place: null, amount: negate(fee) }),
]

export const planRefund = (returned: Returned): Lines =>
  moving([...takenBack(returned), credit('cash_at_processor', total(returned))])

export const planRefundReversal = (returned: Returned): Lines => planRefund(returned).map(reversed)

/** Credit that the seller gives to a customer; below zero, takes back. */
export const planAdjustment = (amount: MinorUnits): Lines => [
  ...offset({ account: 'credit_adjustments', place: null, amount }),
  ...offset({ account: 'customer_balance', place: null, amount: negate(amount) }),
]

/** Disputed money is held on a clearing account until the dispute ends. */
export const planDispute = (returned: Returned): Lines =>
  moving([...takenBack(returned), credit('dispute_clearing', total(returned))])

/** Reverses the lines of the opening, or pays out what they hold. */
export const planDisputeEnd = (opening: Lines, outcome: 'won' | 'lost'): Lines =>
  outcome === 'won' ? opening.map(reversed) : opening.filter(isHeld).flatMap(paidOut)

const isHeld = ({ account }: Line): boolean => account === 'dispute_clearing'

const paidOut = (held: Line): Line[] => [reversed(held), { ...held, account: 'cash_at_processor' }]

/** Credits less debits of one account. */
export interface AccountBalance {
  readonly account: LedgerAccount
  readonly place: string | null
  readonly amount: MinorUnits
}

export interface CurrencyAccount extends AccountBalance {
  readonly currency: Currency
}

/** The line that brings an account balance to zero. */
export const offset = ({ account, place, amount }: AccountBalance): Lines =>
  moving([amount > 0 ? debit(account, amount, place) : credit(account, negate(amount), place)])

const takenBack = ({ netAmount, taxAmount, taxPlace, owedAmount = nothing }: Returned): Lines => [
  debit('seller_payable', netAmount),
  debit('tax_payable', taxAmount, taxPlace),
  ...offset({ account: 'customer_balance', place: null, amount: owedAmount }),
]

const total = ({ netAmount, taxAmount, owedAmount = nothing }: Returned): MinorUnits =>
  sum([netAmount, taxAmount, owedAmount])

const moving = (lines: Lines): Lines => lines.filter((line) => line.debit + line.credit > 0)

const reversed = (line: Line): Line => ({ ...line, debit: line.credit, credit: line.debit })

const debit = (account: LedgerAccount, amount: MinorUnits, place: string | null = null): Line => ({
  account,
  place,
  debit: amount,
  credit: nothing,
})

const credit = (account: LedgerAccount, amount: MinorUnits, place: string | null = null): Line => ({
  account,
  place,
  debit: nothing,
  credit: amount,
})
