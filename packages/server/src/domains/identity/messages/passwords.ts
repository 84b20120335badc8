import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message, worksOnce } from './message.ts'

export const resetPasswordMessage = ({
  site,
  url,
  lifetimeSeconds,
  circumstances,
}: {
  readonly site: string
  readonly url: string
  readonly lifetimeSeconds: number
  readonly circumstances: Circumstances
}): Message => ({
  subject: `Choose a new password for ${site}`,
  blocks: [
    heading('Choose a new password'),
    text(`A password reset was requested for your account at ${site}.`),
    facts(circumstanceFacts(circumstances)),
    button('Choose a new password', url),
    text(worksOnce(lifetimeSeconds)),
    footer('If you did not request this, ignore this email: your password stays as it is.'),
  ],
})

interface NewPassword {
  readonly site: string
  /** The page for a forgotten password. */
  readonly forgotUrl: string
  readonly circumstances: Circumstances
}

export const passwordChangedMessage = ({
  site,
  forgotUrl,
  circumstances,
}: NewPassword): Message => ({
  subject: `Your password at ${site} was changed`,
  blocks: [
    heading('Your password was changed'),
    text(`Your account at ${site} has a new password.`),
    facts(circumstanceFacts(circumstances)),
    text('If it was you, no action is needed. If not, secure your account:'),
    button('Choose a new password', forgotUrl),
    passwordFooter(site),
  ],
})

export const passwordSetByOperatorMessage = ({
  site,
  forgotUrl,
  circumstances,
}: NewPassword): Message => ({
  subject: `An operator set your password at ${site}`,
  blocks: [
    heading('An operator set your password'),
    text(
      `An operator of ${site} gave your account a new password. You were signed out everywhere.`,
    ),
    facts(circumstanceFacts(circumstances)),
    text('If you didn’t ask for it, choose a password that only you know:'),
    button('Choose a new password', forgotUrl),
    passwordFooter(site),
  ],
})

const passwordFooter = (site: string) =>
  footer(`You receive this email whenever your password at ${site} changes.`)
