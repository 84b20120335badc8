import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Circumstances, circumstanceFacts, type Message } from './message.ts'

export const newDeviceMessage = ({
  site,
  device,
  forgotUrl,
  circumstances,
}: {
  readonly site: string
  /** A name of our own lists; null if there is none for it. */
  readonly device: string | null
  /** The page for a forgotten password. */
  readonly forgotUrl: string
  readonly circumstances: Circumstances
}): Message => ({
  subject: `New sign-in to your account at ${site}`,
  blocks: [
    heading('New sign-in to your account'),
    text(`Your account at ${site} was signed in to from a device that it didn’t use recently.`),
    facts({ ...circumstanceFacts(circumstances), Device: device ?? 'Unknown' }),
    text('If it was you, no action is needed. If not, secure your account:'),
    button('Choose a new password', forgotUrl),
    footer(`You receive this email when your account at ${site} is used on a new device.`),
  ],
})
