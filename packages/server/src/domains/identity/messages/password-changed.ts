import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message } from './message.ts'

export const passwordChangedMessage = (told: {
  readonly site: string
  /** The page for a forgotten password. */
  readonly forgotUrl: string
  readonly circumstances: Circumstances
}): Message => ({
  subject: `Your password at ${told.site} was changed`,
  blocks: [
    heading('Your password was changed'),
    text(`Your account at ${told.site} has a new password.`),
    facts(circumstanceFacts(told.circumstances)),
    text('If it was you, there is nothing to do. If not, take your account back:'),
    button('Choose a new password', told.forgotUrl),
    footer(`You get this mail with every change of the password at ${told.site}.`),
  ],
})
