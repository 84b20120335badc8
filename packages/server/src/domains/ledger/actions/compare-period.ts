import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { runUnitOfWork, type UnitOfWorkFactory } from '../../../platform/unit-of-work.ts'
import type {
  BalanceTransaction,
  ListedTransaction,
  OfPayment,
  TransactionPage,
} from '../../payments/rules/processor.ts'
import { findPayment, type PaymentRow } from '../../payments/store/payments.ts'
import {
  type BookedTransaction,
  comparePayment,
  compareTransactions,
  type Difference,
  type ReportedTransaction,
} from '../rules/reconciliation.ts'
import {
  listMovedPayments,
  listTransactions,
  type MovedPayment,
  type Period,
  type TransactionRow,
} from '../store/compared-books.ts'
import { askStripe, type StripeAccess } from './ask-stripe.ts'
import { bookTransactions } from './book-transactions.ts'

export interface ComparisonDeps extends StripeAccess {
  readonly uowFactory: UnitOfWorkFactory
}

export interface Comparison {
  readonly transactionCount: number
  /** Payouts, and the like of others who use the same account. */
  readonly unrelatedCount: number
  readonly bookedCount: number
  readonly differences: readonly Difference[]
}

/** A transaction at Stripe, and our payment; null where the metadata names one that isn’t here. */
interface Known {
  readonly transaction: BalanceTransaction
  readonly named: OfPayment
  readonly payment: PaymentRow | null
}

/**
 * Compares a period with Stripe’s balance transactions. Where it books, what is missing here is
 * booked first, which is what the jobs would have done.
 */
export async function comparePeriod(
  deps: ComparisonDeps,
  period: Period,
  { isBooking }: { readonly isBooking: boolean },
): Promise<Comparison> {
  const { kysely } = deps.uowFactory.database
  const listed = await listAtStripe(deps, period)
  const stored = await listTransactions(kysely, period)
  const known = await nameAll(deps, listed.transactions, stored)
  const moved = await listMovedPayments(kysely, period)
  const unlisted = await fetchUnlisted(deps, moved, known)
  const storedIds = new Set(stored.map(({ processorId }) => processorId))
  const missing = [...known, ...unlisted].filter(
    ({ transaction }) => !storedIds.has(transaction.processorId),
  )
  const booked = isBooking ? await bookAll(deps, missing) : new Set<string>()
  const rows = booked.size === 0 ? stored : await listTransactions(kysely, period)
  const left = missing.filter(({ transaction }) => !booked.has(transaction.processorId))
  const leftUnlisted = unlisted.filter((one) => left.includes(one))
  const leftPayments = new Set<string>(left.map(({ named }) => named.paymentId))
  const payments = booked.size === 0 ? moved : await listMovedPayments(kysely, period)
  return {
    transactionCount: known.length,
    unrelatedCount: listed.otherCount + listed.transactions.length - known.length,
    bookedCount: booked.size,
    differences: [
      ...compareTransactions([...known, ...leftUnlisted].map(reportedOf), rows.map(bookedOf)),
      // What isn’t booked is named already, and its sums can only be compared afterwards.
      ...payments
        .filter(({ paymentId }) => !leftPayments.has(paymentId))
        .flatMap(({ posted, reported, ...payment }) =>
          comparePayment({ ...payment, here: posted, there: reported }),
        ),
    ],
  }
}

async function listAtStripe(deps: StripeAccess, { from, to }: Period) {
  const transactions: ListedTransaction[] = []
  let otherCount = 0
  let after: string | null = null
  do {
    const start: string | null = after
    const page: TransactionPage = await askStripe(deps, (stripe) =>
      stripe.listTransactions({ from, to, after: start }),
    )
    transactions.push(...page.transactions)
    otherCount += page.otherCount
    after = page.next
  } while (after !== null)
  return { transactions, otherCount }
}

/** Leaves out those of others. Only what is unknown here has to be looked up. */
async function nameAll(
  deps: ComparisonDeps,
  listed: readonly ListedTransaction[],
  stored: readonly TransactionRow[],
): Promise<Known[]> {
  const rows = new Map(stored.map((row) => [row.processorId, row]))
  const known: Known[] = []
  for (const transaction of listed) {
    const row = rows.get(transaction.processorId)
    const named = row ?? transaction.payment ?? (await paymentOfIntent(deps, transaction))
    if (named === null) continue
    const { organizationId, paymentId } = named
    const payment = row === undefined ? await findNamed(deps, named) : null
    known.push({ transaction, named: { organizationId, paymentId }, payment })
  }
  return known
}

const paymentOfIntent = (
  deps: StripeAccess,
  { intentId }: ListedTransaction,
): Promise<OfPayment | null> =>
  intentId === null
    ? Promise.resolve(null)
    : askStripe(deps, (stripe) => stripe.findPaymentOf(intentId))

async function findNamed({ uowFactory }: ComparisonDeps, key: OfPayment) {
  const payment = await findPayment(uowFactory.database.kysely, key)
  return payment?.processor === 'stripe' ? payment : null
}

/** Stripe is asked again before a charge counts as missing there: it may be of an earlier period. */
async function fetchUnlisted(
  deps: ComparisonDeps,
  moved: readonly MovedPayment[],
  known: readonly Known[],
): Promise<Known[]> {
  const listed = new Set<Id<'payment'>>(
    known.flatMap(({ transaction: { about }, named }) =>
      about === 'charge' ? [named.paymentId] : [],
    ),
  )
  const unlisted: Known[] = []
  for (const { organizationId, paymentId, posted, reported } of moved) {
    if (posted.charge === 0 || reported.charge !== 0 || listed.has(paymentId)) continue
    const named = { organizationId, paymentId }
    const payment = await findNamed(deps, named)
    assert(payment?.processorId != null, 'a posted payment has its id at the processor')
    const { processorId } = payment
    const { transactions } = await askStripe(deps, (stripe) =>
      stripe.fetchTransactions({ about: 'charge', processorId }),
    )
    unlisted.push(...transactions.map((transaction) => ({ transaction, named, payment })))
  }
  return unlisted
}

async function bookAll(
  { uowFactory }: ComparisonDeps,
  missing: readonly Known[],
): Promise<ReadonlySet<string>> {
  const booked = new Set<string>()
  for (const { transaction, payment } of missing) {
    if (payment === null) continue
    const { organizationId } = payment
    await runUnitOfWork(uowFactory, { organizationId }, (uow) =>
      bookTransactions(uow, payment, [transaction]),
    )
    booked.add(transaction.processorId)
  }
  return booked
}

const reportedOf = ({ transaction, named }: Known): ReportedTransaction => ({
  ...transaction,
  ...named,
})

function bookedOf(row: TransactionRow): BookedTransaction {
  const about = (['charge', 'refund', 'dispute'] as const).find((one) => one === row.about)
  assert(about !== undefined, 'the subjects of the database are those of the contract')
  return {
    ...row,
    about,
    fee: row.feeAmount,
    bookedFee: { amount: row.bookedFeeAmount, currency: row.bookedFeeCurrency },
    postedFee: row.postedFeeAmount,
  }
}
