import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { instantWords } from '../../../platform/mail/format-instant.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'
import { type NamedPerson, personWords } from './person.ts'

interface InvitationDetails {
  readonly site: string
  /** The address of the recipient. */
  readonly email: string
  readonly organization: string
  readonly inviter: NamedPerson
  readonly role: string
  readonly expiresAt: Date
  readonly url: string
}

/**
 * The recipient may never have heard of this server, and the names may have been chosen to abuse
 * this very mail. So they appear in quotes among the facts, and in the subject only where they can't
 * deceive.
 */
export const invitationMessage = (invitation: InvitationDetails): Omit<NewMail, 'to'> => ({
  subject: subjectOf(invitation),
  blocks: [
    heading('You are invited to an organization'),
    text(
      `A user of ${invitation.site} has invited you, ${invitation.email}, to join an organization. ` +
        'They use these names:',
    ),
    facts({
      Organization: quoted(invitation.organization),
      'Invited by': personWords(invitation.inviter),
      'Your role': invitation.role.replaceAll(',', ', '),
      'Expires at': instantWords(invitation.expiresAt),
    }),
    button('View the invitation', invitation.url),
    text('Sign in or sign up with this address to accept or reject the invitation.'),
    footer(
      `You received this email because someone entered your address at ${invitation.site}. ` +
        'If you don’t know them, you can ignore it.',
    ),
  ],
})

function subjectOf({ site, organization, inviter }: InvitationDetails): string {
  const name = plainName(organization)
  if (name === null) return `You are invited to an organization at ${site}`
  const by = inviter.emailVerified ? plainName(inviter.name) : null
  return by === null ? `You are invited to ${name}` : `${by} invited you to ${name}`
}
