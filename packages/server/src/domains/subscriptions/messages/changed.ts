import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import {
  type ChargeWords,
  chargeFacts,
  type PlanWords,
  planFacts,
  type Whom,
  whyThisMail,
} from './words.ts'

interface ChangedTold extends Whom {
  readonly plan: PlanWords
  /** Null where nothing was charged with the change. */
  readonly charge: ChargeWords | null
  readonly renewsOn: string
}

export const changedMessage = (told: ChangedTold): Omit<NewMail, 'to'> => ({
  subject: `Your plan at ${told.site} has changed`,
  blocks: [
    heading('Your plan has changed'),
    text('From now on you have this one:'),
    facts({ ...planFacts(told, told.plan), 'Renews on': told.renewsOn }),
    ...(told.charge === null
      ? [text('What the change costs or saves you is part of your next payment.')]
      : [text('This came with the change:'), facts(chargeFacts(told.charge))]),
    button('Look after your subscription', told.portalUrl),
    whyThisMail(told),
  ],
})
