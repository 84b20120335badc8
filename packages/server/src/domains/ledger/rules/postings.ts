import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits, negate, subtract } from '../../../kernel/money.ts'

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

/** A paid order. */
export interface Sale extends Amounts {
  /**
   * Paid by the customer’s balance. Below zero: credited to it, or a debt charged with the order.
   */
  readonly appliedAmount: MinorUnits
  /** What the processor deducted, where it reports that. */
  readonly processorFee?: MinorUnits
}

const nothing = minorUnits(0)

/**
 * The customer’s balance pays its part, and cash the rest. An order below zero posts in reverse.
 */
export function planSale({ appliedAmount, processorFee = nothing, ...amounts }: Sale): Lines {
  const { netAmount, taxAmount, taxPlace } = amounts
  return [
    ...offset({ account: 'seller_payable', place: null, amount: negate(netAmount) }),
    ...offset({ account: 'tax_payable', place: taxPlace, amount: negate(taxAmount) }),
    ...offset({ account: 'customer_balance', place: null, amount: appliedAmount }),
    ...offset({
      account: 'cash_at_processor',
      place: null,
      amount: subtract(total(amounts), appliedAmount),
    }),
    ...moving([debit('processor_fees', processorFee), credit('cash_at_processor', processorFee)]),
  ]
}

export const planRefund = (amounts: Amounts): Lines =>
  moving([...takenFromSeller(amounts), credit('cash_at_processor', total(amounts))])

export const planRefundReversal = (amounts: Amounts): Lines => planRefund(amounts).map(reversed)

/** Disputed money is held on a clearing account until the dispute ends. */
export const planDispute = (amounts: Amounts): Lines =>
  moving([...takenFromSeller(amounts), credit('dispute_clearing', total(amounts))])

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

const takenFromSeller = ({ netAmount, taxAmount, taxPlace }: Amounts): Lines => [
  debit('seller_payable', netAmount),
  debit('tax_payable', taxAmount, taxPlace),
]

const total = ({ netAmount, taxAmount }: Amounts): MinorUnits => add(netAmount, taxAmount)

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
