import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { circumstanceFacts, type Message } from './message.ts'

export const passwordSetByOperatorMessage = (told: {
  readonly site: string
  /** The page for a forgotten password. */
  readonly forgotUrl: string
  readonly at: Date
}): Message => ({
  subject: `An operator set your password at ${told.site}`,
  blocks: [
    heading('An operator set your password'),
    text(
      `An operator of ${told.site} gave your account a new password. ` +
        'You were signed out everywhere.',
    ),
    facts(circumstanceFacts({ at: told.at, address: '' })),
    text('If you didn’t ask for it, choose a password that only you know:'),
    button('Choose a new password', told.forgotUrl),
    footer(`You get this mail with every change of the password at ${told.site}.`),
  ],
})
