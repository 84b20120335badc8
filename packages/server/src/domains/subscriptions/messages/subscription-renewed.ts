import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import {
  type ChargeText,
  chargeFacts,
  productFacts,
  type SubscriptionMail,
  whyThisMail,
} from './mail-blocks.ts'

interface RenewedMail extends SubscriptionMail {
  readonly charge: ChargeText
  readonly renewsOn: string
}

/** Sent once the renewal is paid. */
export const subscriptionRenewedMessage = (mail: RenewedMail): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${mail.sender} was renewed`,
  blocks: [
    heading('Your subscription was renewed'),
    text('Your payment was successful. Thank you for staying.'),
    facts({ ...productFacts(mail), 'Renews again on': mail.renewsOn }),
    facts(chargeFacts(mail.charge)),
    button('Manage your subscription', mail.portalUrl),
    whyThisMail(mail),
  ],
})
