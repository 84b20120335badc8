import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import {
  type ChargeText,
  chargeFacts,
  productFacts,
  type SubscriptionMail,
  whyThisMail,
} from './mail-blocks.ts'

interface UsageMail extends SubscriptionMail {
  readonly charge: ChargeText
  readonly renewsOn: string
}

/** Sent once the order is paid that billed usage before the end of its period. */
export const usageBilledMessage = (mail: UsageMail): Omit<NewMail, 'to'> => ({
  subject: `Your usage at ${mail.sender} so far`,
  blocks: [
    heading('Your usage so far was billed'),
    text('You used more than is billed once per period, so you were charged for it now:'),
    facts(chargeFacts(mail.charge)),
    text(
      'Your subscription goes on. Of its usage, the next payment has only what follows from now on:',
    ),
    facts({ ...productFacts(mail), 'Renews on': mail.renewsOn }),
    button('Manage your subscription', mail.portalUrl),
    whyThisMail(mail),
  ],
})
