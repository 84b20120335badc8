import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import {
  type Circumstances,
  circumstanceFacts,
  type Message,
  openSignedIn,
  strangerSignedIn,
  worksOnce,
} from './message.ts'

interface MailedLink {
  readonly site: string
  readonly email: string
  readonly url: string
  readonly lifetimeSeconds: number
}

export const verifyEmailMessage = ({ site, email, url, lifetimeSeconds }: MailedLink): Message => ({
  subject: `Confirm your email address for ${site}`,
  blocks: [
    heading('Confirm your email address'),
    text(`The address ${email} was entered for an account at ${site}. Please confirm it.`),
    button('Confirm address', url),
    text(worksOnce(lifetimeSeconds)),
    footer(
      `You received this email because someone entered your address at ${site}. ` +
        'If it was not you, do not open the link.',
    ),
  ],
})

/** To the current address, whose owner must confirm the change. */
export const changeEmailMessage = ({
  site,
  email,
  newEmail,
  url,
  lifetimeSeconds,
}: MailedLink & { readonly newEmail: string }): Message => ({
  subject: `Confirm the change of your email address at ${site}`,
  blocks: [
    heading('Change your email address?'),
    text(`A new email address was requested for your account at ${site}.`),
    facts({ 'Current address': email, 'New address': newEmail }),
    button('Change address', url),
    text(openSignedIn(lifetimeSeconds)),
    footer(strangerSignedIn),
  ],
})

/** To the former address, which may be a stranger's if it was never verified. */
export const emailChangedMessage = ({
  site,
  newEmail,
  circumstances,
}: {
  readonly site: string
  /** Null for a recipient who must not learn it. */
  readonly newEmail: string | null
  readonly circumstances: Circumstances
}): Message => ({
  subject: `Your email address at ${site} was changed`,
  blocks: [
    heading('Your email address was changed'),
    text(`Your account at ${site} no longer uses this address.`),
    facts({
      ...(newEmail !== null && { 'New address': newEmail }),
      ...circumstanceFacts(circumstances),
    }),
    footer(`If it was not you, contact the operator of ${site} immediately.`),
  ],
})

/** A sign-up with a known address: only its owner may learn that the account exists. */
export const knownAddressMessage = ({
  site,
  signInUrl,
  circumstances,
}: {
  readonly site: string
  readonly signInUrl: string
  readonly circumstances: Circumstances
}): Message => ({
  subject: `You already have an account at ${site}`,
  blocks: [
    heading('You already have an account'),
    text(`Someone, probably you, tried to sign up at ${site} with this address.`),
    facts(circumstanceFacts(circumstances)),
    text('Sign in instead. If you forgot your password, you can reset it there.'),
    button('Sign in', signInUrl),
    footer('If it was not you, ignore this email: nothing was changed.'),
  ],
})
