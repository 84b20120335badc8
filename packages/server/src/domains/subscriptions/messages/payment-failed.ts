import { button, facts, heading, type MailBlock, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { type OwedText, productFacts, type SubscriptionMail, whyThisMail } from './mail-blocks.ts'

interface OverdueMail extends SubscriptionMail {
  /** Null if it was paid meanwhile, or isn’t collected any more. */
  readonly owed: OwedText | null
}

interface PaymentFailedMail extends OverdueMail {
  /** Null where the payment isn’t retried automatically. */
  readonly nextAttemptOn: string | null
}

/** The first payment that fails makes the subscription past due. Failed retries are not mailed. */
export function paymentFailedMessage(mail: PaymentFailedMail): Omit<NewMail, 'to'> {
  const { sender, owed, nextAttemptOn } = mail
  const asksToConfirm = owed?.asksToConfirm === true
  return {
    subject: asksToConfirm
      ? `Confirm your payment at ${sender}`
      : `Your payment at ${sender} failed`,
    blocks: [
      heading(asksToConfirm ? 'Confirm your payment' : 'Your payment failed'),
      text(asksToConfirm ? bankAsks : cardFailed),
      facts({
        ...owedFacts(mail),
        ...(nextAttemptOn !== null && { 'We try again on': nextAttemptOn }),
      }),
      ...waysToPay(mail),
      whyThisMail(mail),
    ],
  }
}

const bankAsks =
  'Your subscription couldn’t be renewed, because your bank asks you to confirm the payment. ' +
  'Nobody but you can do that.'

const cardFailed =
  'Your subscription couldn’t be renewed, because your card wasn’t charged. It may have ' +
  'expired, or your bank declined it.'

/** The last payment of a subscription that has ended. Failed retries are not mailed. */
export function lastPaymentFailedMessage(mail: PaymentFailedMail): Omit<NewMail, 'to'> {
  const { sender, owed, nextAttemptOn } = mail
  const isAsked = owed?.asksToConfirm === true
  return {
    subject: isAsked
      ? `Confirm your last payment at ${sender}`
      : `Your last payment at ${sender} failed`,
    blocks: [
      heading(isAsked ? 'Confirm your last payment' : 'Your last payment failed'),
      text(isAsked ? bankAsksLast : lastCardFailed),
      facts({
        ...owedFacts(mail),
        ...(nextAttemptOn !== null && { 'We try again on': nextAttemptOn }),
      }),
      ...waysToPay(mail, 'Nothing else will be charged.'),
      whyThisMail(mail),
    ],
  }
}

const bankAsksLast =
  'Your subscription has ended, and your bank asks you to confirm the payment of its last bill. ' +
  'Nobody but you can do that.'

const lastCardFailed =
  'Your subscription has ended, and your card wasn’t charged for its last bill. It may have ' +
  'expired, or your bank declined it.'

interface OnHoldMail extends OverdueMail {
  /** Whether a dispute suspended the subscription, instead of retries that failed. */
  readonly isDisputed: boolean
}

/** The subscription is `unpaid`: nothing is retried, and it waits for another card. */
export const subscriptionOnHoldMessage = (mail: OnHoldMail): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${mail.sender} is on hold`,
  blocks: [
    heading('Your subscription is on hold'),
    text(mail.isDisputed ? wasDisputed : wasNotMade),
    facts(owedFacts(mail)),
    ...waysToPay(mail),
    whyThisMail(mail),
  ],
})

const wasNotMade = 'The last payment was not made, so you can’t use the subscription at the moment.'

const wasDisputed =
  'A payment was disputed at your bank, so the subscription wasn’t renewed, and you can’t use it ' +
  'at the moment.'

const owedFacts = (mail: OverdueMail) => ({
  ...productFacts(mail),
  ...(mail.owed !== null && { 'Amount due': mail.owed.amount }),
})

function waysToPay(
  { owed, portalUrl }: OverdueMail,
  after = 'Then everything continues as before.',
): MailBlock[] {
  const other = [
    text(`Add another card, and it is charged immediately. ${after}`),
    button('Use another card', portalUrl),
  ]
  if (owed === null) return other
  const { asksToConfirm, payUrl } = owed
  return [
    text(`Pay with any card, without signing in. ${after}`),
    button(asksToConfirm ? 'Confirm and pay' : 'Pay now', payUrl),
    text('To change the card for future payments, add one in your portal.'),
    button('Open the portal', portalUrl),
  ]
}
