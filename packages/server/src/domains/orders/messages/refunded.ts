import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface RefundedOrder {
  /** The seller, or this server where the seller’s name isn’t plain. */
  readonly sender: string
  readonly seller: string
  readonly product: string
  /** The refund with tax; all amounts and dates are formatted. */
  readonly total: string
  /** The tax in it; null where there is none. */
  readonly tax: string | null
  readonly orderedAt: string
}

/** The seller chooses the names, so they appear only among the facts, in quotes. */
export const refundedMessage = (refund: RefundedOrder): Omit<NewMail, 'to'> => ({
  subject: `Your refund at ${refund.sender}`,
  blocks: [
    heading('Your refund is on its way'),
    text('The seller has refunded you:'),
    facts({
      Refund: refund.total,
      ...(refund.tax !== null && { 'Including tax': refund.tax }),
      For: quoted(refund.product),
      'Sold by': quoted(refund.seller),
      'Ordered on': refund.orderedAt,
    }),
    text('It goes to the card that you paid with. Some banks take up to ten days.'),
    footer(`You received this email because you bought something at ${refund.sender}.`),
  ],
})
