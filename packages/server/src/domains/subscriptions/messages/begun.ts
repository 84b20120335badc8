import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { type ChargeWords, chargeFacts, type PlanWords, planFacts, type Whom } from './words.ts'

interface BegunTold extends Whom {
  readonly plan: PlanWords
  readonly charge: ChargeWords
  readonly isTrial: boolean
  /** When the next payment is due, or the first one after a trial. */
  readonly renewsOn: string
}

/** To an address that whoever subscribed has typed. */
export const begunMessage = (told: BegunTold): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${told.site}`,
  blocks: [
    heading(told.isTrial ? 'Your trial has begun' : 'Your subscription has begun'),
    facts({
      ...planFacts(told, told.plan),
      ...(told.isTrial ? { 'Trial ends on': told.renewsOn } : { 'Renews on': told.renewsOn }),
    }),
    ...(told.isTrial
      ? [text('You pay nothing until then.')]
      : [text('This is what you have paid:'), facts(chargeFacts(told.charge))]),
    button('Look after your subscription', told.portalUrl),
    footer(
      `You get this mail because somebody subscribed at ${told.site} with your address. ` +
        'If that wasn’t you, ignore it.',
    ),
  ],
})
