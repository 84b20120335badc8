import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface Place {
  /** The seller, or this server where the seller’s name isn’t plain. */
  readonly sender: string
  readonly seller: string
}

interface ChangeCode extends Place {
  readonly code: string
}

/** To the new address. The subject does not contain the code, because it is stored unencrypted. */
export const emailChangeCodeMessage = ({
  sender,
  seller,
  code,
}: ChangeCode): Omit<NewMail, 'to'> => ({
  subject: `Confirm your new email address at ${sender}`,
  blocks: [
    heading('Confirm your new email address'),
    text('Enter the code where you changed the address. It works once, for half an hour.'),
    facts({ Code: code, 'For what you bought from': quoted(seller) }),
    footer(
      'If you didn’t request it, ignore this email. Without the code, the address is not changed.',
    ),
  ],
})

interface ChangedEmail extends Place {
  readonly newEmail: string
}

/** To the former address. */
export const customerEmailChangedMessage = ({
  sender,
  seller,
  newEmail,
}: ChangedEmail): Omit<NewMail, 'to'> => ({
  subject: `Your email address at ${sender} was changed`,
  blocks: [
    heading('Your email address was changed'),
    text('Your purchases are now under another address, and this one can’t sign in to them.'),
    facts({ 'New address': newEmail, 'What you bought from': quoted(seller) }),
    footer('If it was not you, contact the seller immediately.'),
  ],
})
