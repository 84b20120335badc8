import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { minorUnits, sum } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  planAdjustment,
  planDispute,
  planDisputeEnd,
  planRefund,
  planRefundReversal,
  planSale,
  type Returned,
  type Sale,
} from '../rules/postings.ts'
import { findTakenBy, insertEntries, type NewEntry } from '../store/entries.ts'

interface OfOrder {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly currency: Currency
  /** By the organization’s clock. */
  readonly occurredAt: Date
}

export interface SalePosting extends OfOrder, Sale {
  /** Null where nothing was charged: the customer’s balance paid it all, or was credited. */
  readonly paymentId: Id<'payment'> | null
}

/** What is taken back from a sale that was paid by a payment. */
interface OfPayment extends OfOrder, Returned {
  readonly paymentId: Id<'payment'>
}

interface RefundPosting extends OfPayment {
  readonly refundId: Id<'refund'>
}

interface DisputePosting extends OfPayment {
  /** The id at the processor. */
  readonly disputeId: string
  readonly status: 'open' | 'won' | 'lost'
  /** Of its amounts, what it took after it was posted. */
  readonly takenLater?: Taken | null
}

type Taken = Pick<Returned, 'netAmount' | 'taxAmount' | 'owedAmount'>

/**
 * Posts paid orders, all at once. Each is posted once, and not at all where no money
 * moves.
 */
export const postSales = (uow: UnitOfWork, sales: readonly SalePosting[]): Promise<void> =>
  post(
    uow,
    sales.map((sale) => {
      const { paymentId, orderId } = sale
      return paymentId === null
        ? { ...sale, kind: 'balance', source: `balance:${orderId}`, lines: planSale(sale) }
        : { ...sale, kind: 'payment', source: `payment:${paymentId}`, lines: planSale(sale) }
    }),
  )

/** Posts a refund that succeeded. */
export const postRefund = (uow: UnitOfWork, refund: RefundPosting): Promise<void> =>
  post(uow, [
    { ...refund, kind: 'refund', source: refundSource(refund), lines: planRefund(refund) },
  ])

/** Posts that a refund failed after it had succeeded. Nothing is posted for one that never did. */
export const postRefundReversal = (uow: UnitOfWork, refund: RefundPosting): Promise<void> =>
  post(uow, [
    {
      ...refund,
      kind: 'refund_reversal',
      source: `refund_reversal:${refund.refundId}`,
      after: refundSource(refund),
      lines: planRefundReversal(refund),
    },
  ])

/**
 * Posts the state of a dispute: its opening, should the processor’s report of it have been missed,
 * what it took later, and its end with the amounts of both. It ends once.
 */
export async function postDispute(uow: UnitOfWork, dispute: DisputePosting): Promise<void> {
  const { status, takenLater = null } = dispute
  await post(uow, [
    takenLater !== null && (await findTakenBy(uow.tx, dispute)).size > 0
      ? laterPart(dispute, takenLater)
      : { ...dispute, kind: 'dispute', source: openingOf(dispute), lines: planDispute(dispute) },
  ])
  if (status === 'open') return
  const taken = await findTakenBy(uow.tx, dispute)
  await post(
    uow,
    [...taken].map(([source, lines]) => ({
      ...dispute,
      kind: status === 'won' ? 'dispute_reversal' : 'dispute_lost',
      source: source.replace('dispute:', 'dispute_end:'),
      lines: planDisputeEnd(lines, status),
    })),
  )
}

const openingOf = ({ disputeId }: DisputePosting): string => `dispute:${disputeId}`

/** A dispute only takes more, so that its whole amount names the part. */
function laterPart(dispute: DisputePosting, part: Taken): Posting {
  const { netAmount, taxAmount, owedAmount = minorUnits(0), taxPlace } = dispute
  const source = `${openingOf(dispute)}:${sum([netAmount, taxAmount, owedAmount])}`
  return { ...dispute, kind: 'dispute', source, lines: planDispute({ ...part, taxPlace }) }
}

interface AdjustmentPosting extends Omit<OfOrder, 'orderId'> {
  readonly balanceEntryId: Id<'customerBalanceEntry'>
  /** Given to the customer; below zero, taken back. */
  readonly amount: MinorUnits
}

/** Posts what a seller gave to a customer’s balance, or took from it. */
export const postAdjustment = (
  uow: UnitOfWork,
  { balanceEntryId, amount, ...of }: AdjustmentPosting,
): Promise<void> =>
  post(uow, [
    {
      ...of,
      orderId: null,
      paymentId: null,
      kind: 'adjustment',
      source: `adjustment:${balanceEntryId}`,
      lines: planAdjustment(amount),
    },
  ])

const refundSource = ({ refundId }: RefundPosting): string => `refund:${refundId}`

interface Posting
  extends Omit<OfOrder, 'orderId'>,
    Pick<NewEntry, 'kind' | 'source' | 'lines' | 'orderId' | 'paymentId' | 'after'>,
    Partial<Pick<NewEntry, 'refundId' | 'disputeId'>> {}

/** Every posting but payouts goes through here. */
async function post(uow: UnitOfWork, postings: readonly Posting[]): Promise<void> {
  const entries = postings.map(
    ({ kind, source, after, lines, ...of }): NewEntry => ({
      organizationId: of.organizationId,
      id: uow.newId('journalEntry'),
      kind,
      source,
      orderId: of.orderId,
      paymentId: of.paymentId,
      refundId: of.refundId ?? null,
      disputeId: of.disputeId ?? null,
      occurredAt: of.occurredAt,
      currency: of.currency,
      lines,
      ...(after !== undefined && { after }),
    }),
  )
  await insertEntries(
    uow.tx,
    entries.filter(({ lines }) => lines.length > 0),
  )
}
