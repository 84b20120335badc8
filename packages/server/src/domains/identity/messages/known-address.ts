import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message } from './message.ts'

/** Instead of an answer to whoever signs up with a taken address: only its owner may know. */
export const knownAddressMessage = (told: {
  readonly site: string
  readonly signInUrl: string
  readonly circumstances: Circumstances
}): Message => ({
  subject: `You already have an account at ${told.site}`,
  blocks: [
    heading('You already have an account'),
    text(`Somebody, presumably you, tried to sign up at ${told.site} with this address.`),
    facts(circumstanceFacts(told.circumstances)),
    text('Sign in instead. There you also find the way to a new password.'),
    button('Sign in', told.signInUrl),
    footer('If it was not you, ignore this mail: nothing was changed.'),
  ],
})
