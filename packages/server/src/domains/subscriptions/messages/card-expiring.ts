import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { type PlanWords, planFacts, type Whom, whyThisMail } from './words.ts'

interface ExpiringTold extends Whom {
  readonly plan: PlanWords
  /** `Visa that ends with 4242`. */
  readonly card: string
  /** `11/2026`. */
  readonly expiry: string
  readonly renewsOn: string
}

export const cardExpiringMessage = (told: ExpiringTold): Omit<NewMail, 'to'> => ({
  subject: `Your card at ${told.site} expires`,
  blocks: [
    heading('Your card expires before your next payment'),
    text('So that your subscription goes on, add another card in time.'),
    facts({
      ...planFacts(told, told.plan),
      Card: told.card,
      'Good until': told.expiry,
      'Next payment on': told.renewsOn,
    }),
    button('Use another card', told.portalUrl),
    whyThisMail(told),
  ],
})
