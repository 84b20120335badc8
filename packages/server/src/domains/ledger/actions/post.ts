import type { Currency, Id } from '@guildhall/contract/primitives'
import type { Work } from '../../../platform/work.ts'
import {
  type Amounts,
  type Plan,
  planDispute,
  planDisputeEnd,
  planPayment,
  planRefund,
  planRefundReversal,
} from '../rules/postings.ts'
import { findLinesOf, insertJournal, type NewJournal } from '../store/journals.ts'

/** What every journal of a sale knows. */
interface OfSale extends Amounts {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly paymentId: Id<'payment'>
  readonly currency: Currency
  /** By the organization’s clock. */
  readonly occurredAt: Date
}

interface PaymentPosting extends OfSale {
  /** What the processor kept for itself, where it tells. */
  readonly processorFee?: NewJournal['lines'][number]['debit']
}

interface RefundPosting extends OfSale {
  readonly refundId: Id<'refund'>
}

interface DisputePosting extends OfSale {
  /** As the processor calls it. */
  readonly disputeId: string
  readonly status: 'open' | 'won' | 'lost'
}

/** Books that an order was paid. Once, however often it is told; what costs nothing isn’t booked. */
export const postPayment = (work: Work, payment: PaymentPosting): Promise<void> =>
  post(work, payment, {
    kind: 'payment',
    source: `payment:${payment.paymentId}`,
    lines: planPayment(payment),
  })

/** Books that a refund succeeded. */
export const postRefund = (work: Work, refund: RefundPosting): Promise<void> =>
  post(work, refund, {
    kind: 'refund',
    source: refundSource(refund),
    refundId: refund.refundId,
    lines: planRefund(refund),
  })

/** Books that a refund failed after all; of one that was never booked there is nothing to take back. */
export const postRefundReversal = (work: Work, refund: RefundPosting): Promise<void> =>
  post(work, refund, {
    kind: 'refund_reversal',
    source: `refund_reversal:${refund.refundId}`,
    after: refundSource(refund),
    refundId: refund.refundId,
    lines: planRefundReversal(refund),
  })

/**
 * Books where a dispute stands: its opening with these amounts, should that have gone unheard, and
 * its end with what the opening held back. It ends once.
 */
export async function postDispute(work: Work, dispute: DisputePosting): Promise<void> {
  const { organizationId, disputeId, status } = dispute
  const source = `dispute:${disputeId}`
  await post(work, dispute, { kind: 'dispute', source, disputeId, lines: planDispute(dispute) })
  if (status === 'open') return
  const opening = await findLinesOf(work.tx, organizationId, source)
  await post(work, dispute, {
    kind: status === 'won' ? 'dispute_reversal' : 'dispute_lost',
    source: `dispute_end:${disputeId}`,
    disputeId,
    lines: planDisputeEnd(opening, status),
  })
}

const refundSource = ({ refundId }: RefundPosting): string => `refund:${refundId}`

type Posting = Pick<NewJournal, 'kind' | 'source' | 'after'> &
  Partial<Pick<NewJournal, 'refundId' | 'disputeId'>> & { readonly lines: Plan }

async function post(work: Work, sale: OfSale, posting: Posting): Promise<void> {
  if (posting.lines.length === 0) return
  const { organizationId, orderId, paymentId, currency, occurredAt } = sale
  await insertJournal(work.tx, {
    organizationId,
    orderId,
    paymentId,
    refundId: null,
    disputeId: null,
    currency,
    occurredAt,
    ...posting,
    id: work.newId('journal'),
  })
}
