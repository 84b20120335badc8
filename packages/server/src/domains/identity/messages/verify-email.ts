import { button, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { type Message, worksOnce } from './message.ts'

export const verifyEmailMessage = (told: {
  readonly site: string
  readonly email: string
  readonly url: string
  readonly lifetimeSeconds: number
}): Message => ({
  subject: `Confirm your e-mail address for ${told.site}`,
  blocks: [
    heading('Confirm your e-mail address'),
    text(`An account at ${told.site} was given the address ${told.email}. Please confirm it.`),
    button('Confirm address', told.url),
    text(worksOnce(told.lifetimeSeconds)),
    footer(
      `You get this mail because somebody entered your address at ${told.site}. ` +
        'If it was not you, do not open the link.',
    ),
  ],
})
