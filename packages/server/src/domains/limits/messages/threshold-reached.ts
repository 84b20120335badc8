import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

export interface ThresholdMail {
  /** The seller, or this server where the seller’s name isn’t plain. */
  readonly sender: string
  readonly seller: string
  readonly portalUrl: string
  /** The meter, or the product of the subscription. */
  readonly what: string
  /** `800 units`, or `$40.00`. */
  readonly used: string
  readonly limit: string
  readonly threshold: number
  readonly isHard: boolean
  /** When the next period begins; null if that isn’t known. */
  readonly returnsOn: string | null
}

export const thresholdReachedMessage = (mail: ThresholdMail): Omit<NewMail, 'to'> => ({
  subject: `You have used ${mail.threshold}% of your limit at ${mail.sender}`,
  blocks: [
    heading(`You have used ${mail.threshold}% of your limit`),
    text(consequence(mail)),
    facts({
      'Used of': quoted(mail.what),
      'So far': mail.used,
      Limit: mail.limit,
      ...(mail.returnsOn !== null && { 'Next period': mail.returnsOn }),
    }),
    button('See your usage', mail.portalUrl),
    footer(`You get this email because you are a customer of ${quoted(mail.seller)}.`),
  ],
})

function consequence({ isHard, threshold }: ThresholdMail): string {
  if (!isHard) return 'Nothing stops at this limit: it only notifies.'
  return threshold < 100
    ? 'When the limit is reached, further usage is refused until the next period.'
    : 'Further usage is refused until the next period, or until the limit is raised.'
}
