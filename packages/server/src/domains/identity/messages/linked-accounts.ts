import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message } from './message.ts'

interface LinkedAccount {
  readonly site: string
  /** As people call it: GitHub. */
  readonly provider: string
  readonly circumstances: Circumstances
}

export const accountLinkedMessage = ({
  site,
  provider,
  circumstances,
}: LinkedAccount): Message => ({
  subject: `${provider} was linked to your account at ${site}`,
  blocks: [
    heading('A new way to sign in'),
    text(`You can now sign in to your account at ${site} with ${provider}.`),
    facts({ Provider: provider, ...circumstanceFacts(circumstances) }),
    footer('If it was not you, unlink it in your account and change your password.'),
  ],
})

export const accountUnlinkedMessage = ({
  site,
  provider,
  circumstances,
}: LinkedAccount): Message => ({
  subject: `${provider} was unlinked from your account at ${site}`,
  blocks: [
    heading('A way to sign in was removed'),
    text(`You can no longer sign in to your account at ${site} with ${provider}.`),
    facts({ Provider: provider, ...circumstanceFacts(circumstances) }),
    footer('If it was not you, change your password and sign out all other sessions.'),
  ],
})
