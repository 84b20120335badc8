import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message, worksOnce } from './message.ts'

export const resetPasswordMessage = (told: {
  readonly site: string
  readonly url: string
  readonly lifetimeSeconds: number
  readonly circumstances: Circumstances
}): Message => ({
  subject: `Choose a new password for ${told.site}`,
  blocks: [
    heading('Choose a new password'),
    text(`Somebody, presumably you, forgot the password of your account at ${told.site}.`),
    facts(circumstanceFacts(told.circumstances)),
    button('Choose a new password', told.url),
    text(worksOnce(told.lifetimeSeconds)),
    footer('If you did not ask for this, ignore this mail: your password stays as it is.'),
  ],
})
