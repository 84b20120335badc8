import type { DisputeStatus } from '@guildhall/contract/orders/dispute-shapes'
import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

/** The statuses that members are mailed about. */
export type NoticedStatus = Extract<
  DisputeStatus,
  'early_warning' | 'needs_response' | 'won' | 'lost'
>

interface DisputedOrder {
  readonly site: string
  readonly organization: string
  readonly product: string
  readonly customer: string
  /** With tax; all amounts and dates are formatted. Null where all of it had come back before. */
  readonly total: string | null
  readonly reason: string | null
  /** Until when the seller may answer. */
  readonly deadline: string | null
  readonly orderedAt: string
  /** The page of the dispute, and where the seller answers; the latter is null in the sandbox. */
  readonly url: string
  readonly processorUrl: string | null
}

interface Words {
  readonly subject: string
  readonly heading: string
  readonly intro: string
  readonly explanation: string
  readonly label: string
}

const words: Readonly<Record<NoticedStatus, Words>> = {
  early_warning: {
    subject: 'A payment may be disputed',
    heading: 'A payment may be disputed',
    intro: 'The customer’s bank warns that this payment may be disputed. No money has moved:',
    explanation:
      'A refund in full usually prevents the dispute and its fee. If you are sure of the sale, you don’t have to do anything.',
    label: 'See the warning',
  },
  needs_response: {
    subject: 'A payment is disputed',
    heading: 'A payment is disputed',
    intro: 'The customer disputes this payment at their bank, which has taken the money back:',
    explanation:
      'Without an answer before the deadline the dispute is lost. Until the bank decides, the disputed part of the order can’t be refunded.',
    label: 'Answer the dispute',
  },
  won: {
    subject: 'You won a dispute',
    heading: 'You won a dispute',
    intro: 'The bank decided for you, and the money is yours again:',
    explanation: 'A subscription that waited for the decision is billed from now on.',
    label: 'See the dispute',
  },
  lost: {
    subject: 'You lost a dispute',
    heading: 'You lost a dispute',
    intro: 'The bank decided for the customer, who keeps the money:',
    explanation:
      'The card of this payment isn’t charged for renewals any more, unless your settings say so.',
    label: 'See the dispute',
  },
}

const refundedBefore =
  'This payment was refunded before. Answer with the refund as evidence: if the dispute is lost, the customer has the money twice.'

/** Customers and sellers choose the names, so they appear only among the facts, in quotes. */
export function disputedMessage(
  status: NoticedStatus,
  dispute: DisputedOrder,
): Omit<NewMail, 'to'> {
  const { subject, heading: title, intro, explanation, label } = words[status]
  const isOpen = status === 'needs_response'
  return {
    subject: `${subject} at ${dispute.site}`,
    blocks: [
      heading(title),
      text(intro),
      facts({
        ...(dispute.total !== null && { Amount: dispute.total }),
        ...(dispute.reason !== null && { Reason: dispute.reason }),
        ...(isOpen && dispute.deadline !== null && { 'Answer before': dispute.deadline }),
        For: quoted(dispute.product),
        Customer: quoted(dispute.customer),
        'Ordered on': dispute.orderedAt,
        Organization: quoted(dispute.organization),
      }),
      button(label, (isOpen ? dispute.processorUrl : null) ?? dispute.url),
      text(isOpen && dispute.total === null ? refundedBefore : explanation),
      footer(
        `You received this email because your role lets you see the sales of this organization at ${dispute.site}.`,
      ),
    ],
  }
}
