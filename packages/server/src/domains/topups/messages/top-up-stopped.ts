import type { TopUpStopReason } from '@guildhall/contract/topups/top-up-shapes'
import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'
import { type TopUpMail, termsOf } from './top-up-turned-on.ts'

interface StoppedMail extends TopUpMail {
  readonly reason: TopUpStopReason
  /** What the bank said. */
  readonly message: string | null
}

export const topUpStoppedMessage = (mail: StoppedMail): Omit<NewMail, 'to'> => ({
  subject: `Automatic top-up has stopped at ${mail.sender}`,
  blocks: [
    heading('Automatic top-up has stopped'),
    text(whyOf(mail)),
    text('Nothing is bought any more until you turn it on again.'),
    facts(termsOf(mail)),
    button('See your usage', mail.portalUrl),
    footer(`You get this email because you are a customer of ${quoted(mail.seller)}.`),
  ],
})

function whyOf({ reason, message, seller }: StoppedMail): string {
  switch (reason) {
    case 'payment_declined':
      return `Your card was declined. ${message ?? ''}`.trim()
    case 'authentication_required':
      return 'Your bank wants you to confirm the payment yourself. Buy credits in the portal, where you can answer your bank.'
    case 'payment_method_missing':
      return 'There is no card any more that could be charged.'
    case 'price_increased':
      return 'The price is higher than what you agreed to.'
    case 'product_unavailable':
      return 'These credits are no longer for sale.'
    case 'billing_address_incomplete':
      return 'Your billing address says too little to calculate the tax.'
    case 'purchase_refunded':
      return 'A purchase of these credits was refunded.'
    case 'purchase_disputed':
      return 'One of your payments is disputed.'
    case 'seller':
      return `${quoted(seller)} has stopped it.`
  }
}
