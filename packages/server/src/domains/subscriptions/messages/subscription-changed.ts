import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import {
  type ChargeText,
  chargeFacts,
  productFacts,
  type SubscriptionMail,
  whyThisMail,
} from './mail-blocks.ts'

interface ChangedMail extends SubscriptionMail {
  /** Null where nothing was charged with the change. */
  readonly charge: ChargeText | null
  readonly renewsOn: string
}

export const subscriptionChangedMessage = (mail: ChangedMail): Omit<NewMail, 'to'> => ({
  subject: `Your plan at ${mail.sender} has changed`,
  blocks: [
    heading('Your plan has changed'),
    text('This is your plan now:'),
    facts({ ...productFacts(mail), 'Renews on': mail.renewsOn }),
    ...(mail.charge === null
      ? [text('Any difference in price is part of your next payment.')]
      : [text('You were charged for the change:'), facts(chargeFacts(mail.charge))]),
    button('Manage your subscription', mail.portalUrl),
    whyThisMail(mail),
  ],
})
