import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message, worksOnce } from './message.ts'

/** To the current address: whoever holds it agrees that it is given up. */
export const changeEmailMessage = (told: {
  readonly site: string
  readonly email: string
  readonly newEmail: string
  readonly url: string
  readonly lifetimeSeconds: number
}): Message => ({
  subject: `Confirm the change of your e-mail address at ${told.site}`,
  blocks: [
    heading('Change your e-mail address?'),
    text(`Your account at ${told.site} is to get another e-mail address.`),
    facts({ 'Current address': told.email, 'New address': told.newEmail }),
    button('Change address', told.url),
    text(`Open the link in the browser you are signed in with. ${worksOnce(told.lifetimeSeconds)}`),
    footer(
      'If you did not ask for this, somebody else may be signed in to your account: do not open ' +
        'the link, change your password, and sign out all other sessions.',
    ),
  ],
})

/** To the address that was given up. */
export const emailChangedMessage = (told: {
  readonly site: string
  readonly newEmail: string
  readonly circumstances: Circumstances
}): Message => ({
  subject: `Your e-mail address at ${told.site} was changed`,
  blocks: [
    heading('Your e-mail address was changed'),
    text(`Your account at ${told.site} does not use this address any longer.`),
    facts({ 'New address': told.newEmail, ...circumstanceFacts(told.circumstances) }),
    footer(`If it was not you, tell the operator of ${told.site} at once.`),
  ],
})
