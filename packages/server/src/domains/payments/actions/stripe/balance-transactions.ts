import { currency } from '@guildhall/contract/primitives'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { decimal, formatDecimal } from '../../../../kernel/decimal.ts'
import { minorUnits, negate } from '../../../../kernel/money.ts'
import { isStripeRefusal } from '../../../../platform/stripe/open-stripe.ts'
import type {
  BalanceTransaction,
  ListedTransaction,
  OfPayment,
  SubjectTransactions,
  TransactionPage,
  TransactionSubject,
  TransactionWindow,
} from '../../rules/processor.ts'
import { paymentOf } from './payment-of.ts'
import { refundStatus } from './refund.ts'

type Transaction = Stripe.BalanceTransaction
type Source = Stripe.Charge | Stripe.Refund | Stripe.Dispute

/** The transactions of one charge, refund or dispute; none of what Stripe doesn’t know. */
export async function fetchTransactionsFromStripe(
  stripe: Stripe,
  subject: TransactionSubject,
): Promise<SubjectTransactions> {
  return (await ifKnown(fetchTransactions(stripe, subject))) ?? nothing
}

const nothing: SubjectTransactions = { transactions: [], isIncomplete: false }

function fetchTransactions(
  stripe: Stripe,
  { about, processorId }: TransactionSubject,
): Promise<SubjectTransactions> {
  switch (about) {
    case 'charge':
      return ofCharge(stripe, processorId)
    case 'refund':
      return ofRefund(stripe, processorId)
    case 'dispute':
      return ofDispute(stripe, processorId)
  }
}

async function ofCharge(stripe: Stripe, intentId: string): Promise<SubjectTransactions> {
  const intent = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge.balance_transaction'],
  })
  const { latest_charge: charge } = intent
  if (charge === null || typeof charge === 'string') return nothingYet
  const transactions = reported(charge, [charge.balance_transaction])
  return { transactions, isIncomplete: transactions.length === 0 }
}

async function ofRefund(stripe: Stripe, refundId: string): Promise<SubjectTransactions> {
  const refund = await stripe.refunds.retrieve(refundId, {
    expand: ['balance_transaction', 'failure_balance_transaction'],
  })
  const { balance_transaction: given, failure_balance_transaction: failed = null } = refund
  const transactions = reported(refund, [given, failed])
  const isIncomplete = refundStatus(refund) === 'succeeded' && transactions.length === 0
  return { transactions, isIncomplete }
}

/** While it is an inquiry there are none; its money leaves once and may come back once. */
async function ofDispute(stripe: Stripe, disputeId: string): Promise<SubjectTransactions> {
  const dispute = await stripe.disputes.retrieve(disputeId)
  return { transactions: reported(dispute, dispute.balance_transactions), isIncomplete: false }
}

const nothingYet: SubjectTransactions = { transactions: [], isIncomplete: true }

const reported = (
  source: Source,
  transactions: readonly (Transaction | string | null)[],
): BalanceTransaction[] =>
  transactions.flatMap((one) =>
    one === null || typeof one === 'string' ? [] : [transactionOf(one, source)],
  )

function transactionOf(reportedOne: Transaction, source: Source): BalanceTransaction {
  const { exchange_rate: rate } = reportedOne
  const moved = minorUnits(source.amount)
  return {
    processorId: reportedOne.id,
    about: source.object,
    sourceId: source.id,
    category: reportedOne.reporting_category,
    amount: minorUnits(reportedOne.amount),
    fee: minorUnits(reportedOne.fee),
    currency: z.parse(currency, reportedOne.currency),
    exchangeRate: rate === null ? null : formatDecimal(decimal(rate)),
    paymentAmount: reportedOne.amount < 0 ? negate(moved) : moved,
    paymentCurrency: z.parse(currency, source.currency),
    createdAt: instantOf(reportedOne.created),
    availableAt: instantOf(reportedOne.available_on),
  }
}

const instantOf = (seconds: number): Date => new Date(seconds * 1000)
const secondsOf = (instant: Date): number => Math.ceil(instant.getTime() / 1000)

const pageMax = 100

/** With the source of each, which tells whether it is about a payment of this server. */
export async function listTransactionsAtStripe(
  stripe: Stripe,
  { from, to, after }: TransactionWindow,
): Promise<TransactionPage> {
  const { data, has_more: hasMore } = await stripe.balanceTransactions.list({
    created: { gte: secondsOf(from), lt: secondsOf(to) },
    limit: pageMax,
    expand: ['data.source'],
    ...(after !== null && { starting_after: after }),
  })
  const transactions = data.flatMap((one) => listed(one) ?? [])
  return {
    transactions,
    otherCount: data.length - transactions.length,
    next: hasMore ? (data.at(-1)?.id ?? null) : null,
  }
}

/**
 * Stripe copies the metadata of a payment to its charge. A refund that was made in its dashboard,
 * and every dispute, only name the payment.
 */
function listed(transaction: Transaction): ListedTransaction | null {
  const { source } = transaction
  if (typeof source !== 'object' || source === null || !isSource(source)) return null
  const payment = paymentOf(source)
  const intent = source.payment_intent
  if (payment === null && source.object === 'charge') return null
  return {
    ...transactionOf(transaction, source),
    payment,
    intentId: typeof intent === 'object' ? (intent?.id ?? null) : intent,
  }
}

const sources: readonly string[] = ['charge', 'refund', 'dispute']

const isSource = (source: Stripe.BalanceTransactionSource): source is Source =>
  sources.includes(source.object)

export async function findPaymentAtStripe(
  stripe: Stripe,
  intentId: string,
): Promise<OfPayment | null> {
  return paymentOf(await ifKnown(stripe.paymentIntents.retrieve(intentId)))
}

/** Null where Stripe doesn’t have it. */
async function ifKnown<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isStripeRefusal(error) && error.code === 'resource_missing') return null
    throw error
  }
}
