import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits, subtract } from '../../../kernel/money.ts'

/** What one side of a journal says; it stands on the debit or on the credit side. */
export interface Line {
  readonly account: LedgerAccount
  /** Whose tax it is: `DE`, `US-CA`. */
  readonly place: string | null
  readonly debit: MinorUnits
  readonly credit: MinorUnits
}

/** A price as it was taken or given back: what is the seller’s and what is the tax office’s. */
export interface Amounts {
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly taxPlace: string | null
}

interface Payment extends Amounts {
  /** What the processor kept for itself, where it tells. */
  readonly processorFee?: MinorUnits
}

/** Where nothing moves there are no lines, and nothing is to be booked. */
export type Plan = readonly Line[]

const nothing = minorUnits(0)

export const planPayment = ({ processorFee = nothing, ...amounts }: Payment): Plan => [
  ...planRefund(amounts).map(mirrored),
  ...moving([debit('processor_fees', processorFee), credit('cash_at_processor', processorFee)]),
]

export const planRefund = (amounts: Amounts): Plan =>
  moving([...givenBack(amounts), credit('cash_at_processor', total(amounts))])

export const planRefundReversal = (amounts: Amounts): Plan => planRefund(amounts).map(mirrored)

/** What is disputed is nobody’s until it is decided whose. */
export const planDispute = (amounts: Amounts): Plan =>
  moving([...givenBack(amounts), credit('dispute_clearing', total(amounts))])

/** How a dispute ends, by the lines that opened it. */
export const planDisputeEnd = (opening: Plan, outcome: 'won' | 'lost'): Plan =>
  outcome === 'won' ? opening.map(mirrored) : opening.filter(isHeld).flatMap(paidOut)

const isHeld = ({ account }: Line): boolean => account === 'dispute_clearing'

const paidOut = (held: Line): Line[] => [mirrored(held), { ...held, account: 'cash_at_processor' }]

/** What stands on an account: credited less debited. */
export interface Standing {
  readonly account: LedgerAccount
  readonly place: string | null
  readonly amount: MinorUnits
}

/** What brings an account to nothing. */
export const opposite = ({ account, place, amount }: Standing): Plan =>
  moving([
    amount > 0 ? debit(account, amount, place) : credit(account, subtract(nothing, amount), place),
  ])

const givenBack = ({ netAmount, taxAmount, taxPlace }: Amounts): Plan => [
  debit('seller_payable', netAmount),
  debit('tax_payable', taxAmount, taxPlace),
]

const total = ({ netAmount, taxAmount }: Amounts): MinorUnits => add(netAmount, taxAmount)

const moving = (lines: Plan): Plan => lines.filter((line) => line.debit + line.credit > 0)

const mirrored = (line: Line): Line => ({ ...line, debit: line.credit, credit: line.debit })

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
