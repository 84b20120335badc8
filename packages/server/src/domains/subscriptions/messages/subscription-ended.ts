import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { productFacts, type SubscriptionMail, whyThisMail } from './mail-blocks.ts'

/** It was canceled and continues until the end of its period. */
export const subscriptionCanceledMessage = (
  mail: SubscriptionMail & { readonly endsOn: string },
): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${mail.sender} was canceled`,
  blocks: [
    heading('Your subscription was canceled'),
    text('It won’t renew. Until it ends, you can use it as before.'),
    facts({ ...productFacts(mail), 'Ends on': mail.endsOn }),
    text('You can undo the cancellation until then.'),
    button('Keep your subscription', mail.portalUrl),
    whyThisMail(mail),
  ],
})

export const subscriptionEndedMessage = (mail: SubscriptionMail): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${mail.sender} has ended`,
  blocks: [
    heading('Your subscription has ended'),
    text('It won’t renew. Thank you for having been a customer.'),
    facts(productFacts(mail)),
    button('See your orders', mail.portalUrl),
    whyThisMail(mail),
  ],
})
