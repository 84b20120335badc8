import { button, facts, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { type PlanWords, planFacts, type Whom, whyThisMail } from './words.ts'

interface OverdueTold extends Whom {
  readonly plan: PlanWords
  /** Null where nobody tries again by themselves. */
  readonly nextAttemptOn: string | null
}

/** A payment failed: why it matters, and the way to mend it. */
export const overdueMessage = (told: OverdueTold): Omit<NewMail, 'to'> => ({
  subject: `Your payment at ${told.site} failed`,
  blocks: [
    heading('Your payment failed'),
    text(
      'Your subscription couldn’t be renewed, because your card wasn’t charged. It may have ' +
        'expired, or your bank declined it.',
    ),
    facts({
      ...planFacts(told, told.plan),
      ...(told.nextAttemptOn !== null && { 'We try again on': told.nextAttemptOn }),
    }),
    text('Add another card, and it is charged at once. Then everything goes on as it was.'),
    button('Use another card', told.portalUrl),
    whyThisMail(told),
  ],
})

export const unpaidMessage = (told: Omit<OverdueTold, 'nextAttemptOn'>): Omit<NewMail, 'to'> => ({
  subject: `Your subscription at ${told.site} is on hold`,
  blocks: [
    heading('Your subscription is on hold'),
    text('It was never paid for, so you can’t use it for the moment.'),
    facts(planFacts(told, told.plan)),
    text('Add another card, and it is charged at once. Then you have it back.'),
    button('Use another card', told.portalUrl),
    whyThisMail(told),
  ],
})
