import type { GrantText } from '../../../platform/hooks.ts'
import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { grantFacts } from '../../../platform/mail/grant-facts.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { type ChargeText, chargeFacts, productFacts, type SubscriptionMail } from './mail-blocks.ts'

interface StartedMail extends SubscriptionMail {
  readonly charge: ChargeText
  readonly isTrial: boolean
  /** When the next payment is due; for a trial, the first one. */
  readonly renewsOn: string
  /** What the customer has got. */
  readonly granted: readonly GrantText[]
}

/** The buyer typed the address, so it may belong to someone else. */
export const subscriptionStartedMessage = (mail: StartedMail): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${mail.sender}`,
  blocks: [
    heading(mail.isTrial ? 'Your trial has started' : 'Your subscription has started'),
    facts({
      ...productFacts(mail),
      ...(mail.isTrial ? { 'Trial ends on': mail.renewsOn } : { 'Renews on': mail.renewsOn }),
      ...grantFacts(mail.granted),
    }),
    ...(mail.isTrial
      ? [text('You pay nothing until then.')]
      : [text('This is what you paid:'), facts(chargeFacts(mail.charge))]),
    button('Manage your subscription', mail.portalUrl),
    footer(
      `You received this email because someone subscribed at ${mail.sender} with your address. ` +
        'If that wasn’t you, ignore it.',
    ),
  ],
})
