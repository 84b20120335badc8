import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { type PlanWords, planFacts, type Whom, whyThisMail } from './words.ts'

interface EndingTold extends Whom {
  readonly plan: PlanWords
}

/** It was canceled, and goes on until its period is over. */
export const canceledMessage = (
  told: EndingTold & { readonly endsOn: string },
): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${told.site} was canceled`,
  blocks: [
    heading('Your subscription was canceled'),
    text('You won’t be charged again. Until it ends, you can use it as before.'),
    facts({ ...planFacts(told, told.plan), 'Ends on': told.endsOn }),
    text('You can change your mind until then.'),
    button('Keep your subscription', told.portalUrl),
    whyThisMail(told),
  ],
})

/** It is over, for whatever reason. */
export const endedMessage = (told: EndingTold): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${told.site} has ended`,
  blocks: [
    heading('Your subscription has ended'),
    text('You won’t be charged again. Thank you for having been there.'),
    facts(planFacts(told, told.plan)),
    button('Subscribe again', told.portalUrl),
    whyThisMail(told),
  ],
})
