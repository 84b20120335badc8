import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface CodeTold {
  readonly site: string
  readonly seller: string
  readonly code: string
}

/** The code isn’t in the subject, which is kept as it is while the mail waits. */
export const portalCodeMessage = ({ site, seller, code }: CodeTold): Omit<NewMail, 'to'> => ({
  subject: `Your code for ${site}`,
  blocks: [
    heading('Your code'),
    text('Enter it on the page on which you asked for it. It works once, for half an hour.'),
    facts({ Code: code, 'To see what you bought from': quoted(seller) }),
    footer('If you didn’t ask for it, ignore this mail. Nobody gets in without the code.'),
  ],
})
