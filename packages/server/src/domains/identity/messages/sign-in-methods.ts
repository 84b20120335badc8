import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message } from './message.ts'

interface MethodTold {
  readonly site: string
  /** The provider as people call it: GitHub. */
  readonly provider: string
  readonly circumstances: Circumstances
}

export const methodLinkedMessage = (told: MethodTold): Message => ({
  subject: `${told.provider} was linked to your account at ${told.site}`,
  blocks: [
    heading('A new way to sign in'),
    text(`Your account at ${told.site} can now be signed in to with ${told.provider}.`),
    facts({ Provider: told.provider, ...circumstanceFacts(told.circumstances) }),
    footer('If it was not you, unlink it in your account and change your password.'),
  ],
})

export const methodUnlinkedMessage = (told: MethodTold): Message => ({
  subject: `${told.provider} was unlinked from your account at ${told.site}`,
  blocks: [
    heading('A way to sign in was removed'),
    text(`Your account at ${told.site} can't be signed in to with ${told.provider} any longer.`),
    facts({ Provider: told.provider, ...circumstanceFacts(told.circumstances) }),
    footer('If it was not you, change your password and sign out all other sessions.'),
  ],
})
