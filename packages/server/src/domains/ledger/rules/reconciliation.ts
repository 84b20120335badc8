import type { DifferenceKind, TransactionSubject } from '@guildhall/contract/ledger/reconciliation'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { add, type Money } from '../../../kernel/money.ts'
import type { Movement } from './fee.ts'

/** One difference between the books and the processor. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly about: TransactionSubject
  readonly organizationId: Id<'organization'> | null
  readonly paymentId: Id<'payment'> | null
  /** Null where the sums of a payment differ. */
  readonly transactionId: string | null
  readonly here: Money | null
  readonly there: Money | null
}

interface Transaction extends Movement {
  readonly processorId: string
  readonly about: TransactionSubject
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
}

/** As the processor lists it. */
export type ReportedTransaction = Transaction

/** As it was stored here. */
export interface BookedTransaction extends Transaction {
  readonly bookedFee: Money
  /** The fee in the ledger. */
  readonly postedFee: MinorUnits
}

/** Both sides list all transactions of one period. */
export function compareTransactions(
  reported: readonly ReportedTransaction[],
  booked: readonly BookedTransaction[],
): Difference[] {
  const here = new Map(booked.map((one) => [one.processorId, one]))
  const there = new Set(reported.map(({ processorId }) => processorId))
  return [
    ...reported.flatMap((one) => {
      const known = here.get(one.processorId)
      return known === undefined ? [missing(one, 'here')] : valueDifferences(one, known)
    }),
    ...booked
      .filter(({ processorId }) => !there.has(processorId))
      .map((one) => missing(one, 'at_stripe')),
    ...booked.flatMap(postingDifference),
  ]
}

function missing(transaction: Transaction, where: 'here' | 'at_stripe'): Difference {
  const moved = moneyOf(transaction)
  return {
    ...subjectOf(transaction),
    kind: `missing_${where}`,
    here: where === 'here' ? null : moved,
    there: where === 'here' ? moved : null,
  }
}

function valueDifferences(there: ReportedTransaction, here: BookedTransaction): Difference[] {
  const subject = subjectOf(there)
  const moved = { here: moneyOf(here), there: moneyOf(there) }
  if (here.currency !== there.currency) return [{ ...subject, ...moved, kind: 'currency_differs' }]
  const { currency } = there
  const fees = { here: { amount: here.fee, currency }, there: { amount: there.fee, currency } }
  return [
    ...(here.amount === there.amount
      ? []
      : [{ ...subject, ...moved, kind: 'amount_differs' } as const]),
    ...(here.fee === there.fee ? [] : [{ ...subject, ...fees, kind: 'fee_differs' } as const]),
  ]
}

/** What was stored has to be in the ledger as well. */
function postingDifference(booked: BookedTransaction): Difference[] {
  const { bookedFee, postedFee } = booked
  if (bookedFee.amount === postedFee) return []
  const here = { amount: postedFee, currency: bookedFee.currency }
  return [{ ...subjectOf(booked), kind: 'fee_differs', here, there: bookedFee }]
}

const subjectOf = ({ about, organizationId, paymentId, processorId }: Transaction) => ({
  about,
  organizationId,
  paymentId,
  transactionId: processorId,
})

const moneyOf = ({ amount, currency }: Transaction): Money => ({ amount, currency })

/** What moved for one payment; below zero where it went back. */
export interface PaymentSums extends Readonly<Record<TransactionSubject, MinorUnits>> {
  /** Null where nothing moved. */
  readonly currency: Currency | null
}

export interface ComparedPayment {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
  readonly here: PaymentSums
  readonly there: PaymentSums
}

/** Compares what the ledger posted for a payment with all transactions of it. */
export function comparePayment({ here, there, ...payment }: ComparedPayment): Difference[] {
  // Money that arrived after the payment had failed here goes back, and is never posted.
  if (isNothing(here) && add(add(there.charge, there.refund), there.dispute) === 0) return []
  const currency = here.currency ?? there.currency
  if (currency === null) return []
  const isSameCurrency =
    here.currency === null || there.currency === null || here.currency === there.currency
  const difference = (about: TransactionSubject, kind: DifferenceKind): Difference => ({
    ...payment,
    kind,
    about,
    transactionId: null,
    here: { amount: here[about], currency: here.currency ?? currency },
    there: { amount: there[about], currency: there.currency ?? currency },
  })
  if (!isSameCurrency) return [difference('charge', 'currency_differs')]
  return subjects
    .filter((about) => here[about] !== there[about])
    .map((about) => difference(about, kindOf(here[about], there[about])))
}

const subjects = ['charge', 'refund', 'dispute'] as const satisfies readonly TransactionSubject[]

const isNothing = (sums: PaymentSums): boolean => subjects.every((about) => sums[about] === 0)

function kindOf(here: MinorUnits, there: MinorUnits): DifferenceKind {
  if (here === 0) return 'missing_here'
  return there === 0 ? 'missing_at_stripe' : 'amount_differs'
}
