import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { productFacts, type SubscriptionMail, whyThisMail } from './mail-blocks.ts'

interface CardExpiringMail extends SubscriptionMail {
  /** `Visa ending in 4242`. */
  readonly card: string
  /** `11/2026`. */
  readonly expiry: string
  readonly renewsOn: string
}

export const cardExpiringMessage = (mail: CardExpiringMail): Omit<NewMail, 'to'> => ({
  subject: `Your card at ${mail.sender} expires`,
  blocks: [
    heading('Your card expires before your next payment'),
    text('To keep your subscription, add another card in time.'),
    facts({
      ...productFacts(mail),
      Card: mail.card,
      Expires: mail.expiry,
      'Next payment on': mail.renewsOn,
    }),
    button('Use another card', mail.portalUrl),
    whyThisMail(mail),
  ],
})
