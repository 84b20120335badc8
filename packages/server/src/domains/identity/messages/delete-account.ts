import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message, worksOnce } from './message.ts'

export const deleteAccountMessage = (told: {
  readonly site: string
  readonly email: string
  readonly url: string
  readonly lifetimeSeconds: number
}): Message => ({
  subject: `Confirm the deletion of your account at ${told.site}`,
  blocks: [
    heading('Delete your account?'),
    text(`The link deletes the account ${told.email} at ${told.site} for good.`),
    button('Delete my account', told.url),
    text(`Open the link in the browser you are signed in with. ${worksOnce(told.lifetimeSeconds)}`),
    footer(
      'If you did not ask for this, somebody else may be signed in to your account: do not open ' +
        'the link, change your password, and sign out all other sessions.',
    ),
  ],
})

export const accountDeletedMessage = (told: {
  readonly site: string
  readonly email: string
  readonly circumstances: Circumstances
}): Message => ({
  subject: `Your account at ${told.site} was deleted`,
  blocks: [
    heading('Your account was deleted'),
    text(`The account ${told.email} at ${told.site} and everything in it is gone.`),
    facts(circumstanceFacts(told.circumstances)),
    footer(`This was the last mail from ${told.site} about it.`),
  ],
})
