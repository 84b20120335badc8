import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { productFacts, type SubscriptionMail, whyThisMail } from './mail-blocks.ts'

interface PaymentFailedMail extends SubscriptionMail {
  /** Null where the payment isn’t retried automatically. */
  readonly nextAttemptOn: string | null
}

/** The first payment that fails makes the subscription past due. Failed retries are not mailed. */
export const paymentFailedMessage = (mail: PaymentFailedMail): Omit<NewMail, 'to'> => ({
  subject: `Your payment at ${mail.site} failed`,
  blocks: [
    heading('Your payment failed'),
    text(
      'Your subscription couldn’t be renewed, because your card wasn’t charged. It may have ' +
        'expired, or your bank declined it.',
    ),
    facts({
      ...productFacts(mail),
      ...(mail.nextAttemptOn !== null && { 'We try again on': mail.nextAttemptOn }),
    }),
    text('Add another card, and it is charged immediately. Then everything continues as before.'),
    button('Use another card', mail.portalUrl),
    whyThisMail(mail),
  ],
})

/** The last payment of a subscription that has ended. Failed retries are not mailed. */
export const lastPaymentFailedMessage = (mail: PaymentFailedMail): Omit<NewMail, 'to'> => ({
  subject: `Your last payment at ${mail.site} failed`,
  blocks: [
    heading('Your last payment failed'),
    text(
      'Your subscription has ended, and your card wasn’t charged for its last bill. It may have ' +
        'expired, or your bank declined it.',
    ),
    facts({
      ...productFacts(mail),
      ...(mail.nextAttemptOn !== null && { 'We try again on': mail.nextAttemptOn }),
    }),
    text('Add another card, and it is charged immediately. Nothing else will be charged.'),
    button('Use another card', mail.portalUrl),
    whyThisMail(mail),
  ],
})

/** All retries failed, and the seller’s settings suspend the subscription as `unpaid`. */
export const subscriptionOnHoldMessage = (mail: SubscriptionMail): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${mail.site} is on hold`,
  blocks: [
    heading('Your subscription is on hold'),
    text('The last payment was not made, so you can’t use the subscription at the moment.'),
    facts(productFacts(mail)),
    text('Add another card, and it is charged immediately. Then your subscription is back.'),
    button('Use another card', mail.portalUrl),
    whyThisMail(mail),
  ],
})
