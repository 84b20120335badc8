import type { Id } from '@guildhall/contract/primitives'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BalanceTransaction } from '../../payments/rules/processor.ts'
import { bookedFee } from '../rules/fee.ts'
import { planFee } from '../rules/postings.ts'
import { insertTransactions, type NewTransaction } from '../store/balance-transactions.ts'
import { insertEntries, type NewEntry } from '../store/entries.ts'

export interface PaymentOfTransactions {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'payment'>
  /** Null where it was charged after it had failed here. */
  readonly orderId: Id<'order'> | null
}

/**
 * Books what the processor reports about a payment: each transaction once, however often and by how
 * many processes at once it is reported. Fees are posted; the movements themselves are posted by
 * what caused them.
 */
export async function bookTransactions(
  uow: UnitOfWork,
  payment: PaymentOfTransactions,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  const added = await insertTransactions(
    uow.tx,
    transactions.map((one) => rowOf(payment, one)),
  )
  const entries = transactions
    .filter(({ processorId }) => added.has(processorId))
    .map((one) => feeEntry(uow, payment, one))
  await insertEntries(
    uow.tx,
    entries.filter(({ lines }) => lines.length > 0),
  )
}

function rowOf(
  { organizationId, id: paymentId }: PaymentOfTransactions,
  transaction: BalanceTransaction,
): NewTransaction {
  const { processorId, about, sourceId, category, amount, fee, currency } = transaction
  const { exchangeRate, paymentAmount, paymentCurrency, createdAt, availableAt } = transaction
  const booked = bookedFee(transaction)
  return {
    organizationId,
    processorId,
    paymentId,
    about,
    sourceId,
    category,
    amount,
    feeAmount: fee,
    currency,
    exchangeRate,
    paymentAmount,
    paymentCurrency,
    bookedFeeAmount: booked.amount,
    bookedFeeCurrency: booked.currency,
    createdAt,
    availableAt,
  }
}

function feeEntry(
  uow: UnitOfWork,
  { organizationId, id: paymentId, orderId }: PaymentOfTransactions,
  transaction: BalanceTransaction,
): NewEntry {
  const { about, sourceId, processorId } = transaction
  const { amount, currency } = bookedFee(transaction)
  const isOfDispute = about === 'dispute'
  return {
    organizationId,
    id: uow.newId('journalEntry'),
    kind: isOfDispute ? 'dispute_fee' : 'fee',
    source: `fee:${processorId}`,
    orderId,
    paymentId,
    refundId: null,
    disputeId: isOfDispute ? sourceId : null,
    occurredAt: uow.now,
    currency,
    lines: planFee(amount),
  }
}
