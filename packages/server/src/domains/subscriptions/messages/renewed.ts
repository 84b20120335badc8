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

interface RenewedTold extends Whom {
  readonly plan: PlanWords
  readonly charge: ChargeWords
  readonly renewsOn: string
}

/** Only of what is paid. */
export const renewedMessage = (told: RenewedTold): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${told.site} was renewed`,
  blocks: [
    heading('Your subscription was renewed'),
    text('It is paid. Thank you for staying.'),
    facts({ ...planFacts(told, told.plan), 'Renews again on': told.renewsOn }),
    facts(chargeFacts(told.charge)),
    button('Look after your subscription', told.portalUrl),
    whyThisMail(told),
  ],
})
