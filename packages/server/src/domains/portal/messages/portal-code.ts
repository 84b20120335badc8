import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface CodeDetails {
  /** The seller, or this server where the seller’s name isn’t plain. */
  readonly sender: string
  readonly seller: string
  readonly code: string
  /** Only in a repeated mail. */
  readonly longCode: string | null
}

/** The subject does not contain the code, because it is stored unencrypted. */
export const portalCodeMessage = ({
  sender,
  seller,
  code,
  longCode,
}: CodeDetails): Omit<NewMail, 'to'> => ({
  subject: `Your code for ${sender}`,
  blocks: [
    heading('Your code'),
    text('Enter it on the page where you requested it. It works once, for half an hour.'),
    facts({ Code: code, 'To see what you bought from': quoted(seller) }),
    ...(longCode === null
      ? []
      : [
          text('If it isn’t accepted because others tried wrong codes, enter the longer one.'),
          facts({ 'Longer code': inGroups(longCode) }),
        ]),
    footer('If you didn’t request it, ignore this email. No one can sign in without the code.'),
  ],
})

const inGroups = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
