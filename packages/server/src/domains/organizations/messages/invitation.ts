import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { instantWords } from '../../../platform/mail/instant-words.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface InvitationTold {
  readonly site: string
  /** Of the one who is invited. */
  readonly email: string
  readonly organization: string
  readonly inviter: {
    readonly name: string
    readonly email: string
    readonly emailVerified: boolean
  }
  readonly role: string
  readonly expiresAt: Date
  readonly url: string
}

/**
 * To an address that has perhaps never heard of us, with names that anybody may have chosen for
 * this very mail. They stand in quotes among the facts and nowhere else: never in the subject, in
 * a heading or in a sentence, where they would read as our own words.
 */
export const invitationMessage = (told: InvitationTold): Omit<NewMail, 'to'> => ({
  subject: `You are invited to an organization at ${told.site}`,
  blocks: [
    heading('You are invited to an organization'),
    text(
      `Somebody at ${told.site} invites you, ${told.email}, to work together there. ` +
        'This is what they call themselves:',
    ),
    facts({
      Organization: quoted(told.organization),
      'Invited by': personWords(told.inviter),
      'Your role': told.role.replaceAll(',', ', '),
      'Open until': instantWords(told.expiresAt),
    }),
    button('See the invitation', told.url),
    text('Sign in or sign up with this address. Then you can accept the invitation or reject it.'),
    footer(
      `You get this mail because somebody entered your address at ${told.site}. ` +
        'If you don’t know them, ignore it: nothing happens without you.',
    ),
  ],
})

function personWords({ name, email, emailVerified }: InvitationTold['inviter']): string {
  const address = emailVerified ? email : `${email} (not confirmed)`
  return name.trim() === '' ? address : `${quoted(name)}, ${address}`
}
