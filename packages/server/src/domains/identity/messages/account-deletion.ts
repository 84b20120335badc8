import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import {
  type Circumstances,
  circumstanceFacts,
  type Message,
  openSignedIn,
  strangerSignedIn,
} from './message.ts'

export const deleteAccountMessage = ({
  site,
  email,
  url,
  lifetimeSeconds,
}: {
  readonly site: string
  readonly email: string
  readonly url: string
  readonly lifetimeSeconds: number
}): Message => ({
  subject: `Confirm the deletion of your account at ${site}`,
  blocks: [
    heading('Delete your account?'),
    text(`The link permanently deletes the account ${email} at ${site}.`),
    button('Delete my account', url),
    text(openSignedIn(lifetimeSeconds)),
    footer(strangerSignedIn),
  ],
})

export const accountDeletedMessage = ({
  site,
  email,
  circumstances,
}: {
  readonly site: string
  readonly email: string
  readonly circumstances: Circumstances
}): Message => ({
  subject: `Your account at ${site} was deleted`,
  blocks: [
    heading('Your account was deleted'),
    text(`The account ${email} at ${site} was deleted, with your name and your ways to sign in.`),
    facts(circumstanceFacts(circumstances)),
    footer(`This is the last mail from ${site} about this account.`),
  ],
})
