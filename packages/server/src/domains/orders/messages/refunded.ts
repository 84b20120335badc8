import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface RefundTold {
  readonly site: string
  readonly seller: string
  readonly product: string
  /** In words, like the others: what comes back, of which the tax, and of which order. */
  readonly total: string
  readonly tax: string | null
  readonly orderedAt: string
}

/** Whoever gets it has paid; the names are the seller’s, and stand among the facts. */
export const refundedMessage = (told: RefundTold): Omit<NewMail, 'to'> => ({
  subject: `Your refund at ${told.site}`,
  blocks: [
    heading('Your money is on its way back'),
    text('The seller has paid you back:'),
    facts({
      Refund: told.total,
      ...(told.tax !== null && { 'Of which tax': told.tax }),
      For: quoted(told.product),
      'Sold by': quoted(told.seller),
      'Ordered on': told.orderedAt,
    }),
    text('It goes to the card that you paid with. With some banks that takes up to ten days.'),
    footer(`You get this mail because you bought something at ${told.site}.`),
  ],
})
