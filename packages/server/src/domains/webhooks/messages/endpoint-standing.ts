import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { instantWords } from '../../../platform/mail/instant-words.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

/** What members are told of an endpoint. */
export type EndpointNews = 'warned' | 'rested' | 'awakened'

interface EndpointTold {
  readonly site: string
  readonly organization: string
  /** Null where it has none. */
  readonly name: string | null
  readonly address: string
  readonly failedEvents: number
  readonly failingSince: Date | null
  /** The page of the endpoint. */
  readonly url: string
}

interface Words {
  readonly title: string
  readonly says: (told: EndpointTold) => string
  readonly follows: string
  readonly label: string
}

const words: Readonly<Record<EndpointNews, Words>> = {
  warned: {
    title: 'A webhook endpoint doesn’t take events',
    says: ({ failedEvents }) =>
      `The last ${failedEvents} events could not be delivered to this endpoint:`,
    follows:
      'Each of them is tried ten times, over two days. Nothing is lost: what comes later is sent, ' +
      'and waits only behind a failed event of the same object.',
    label: 'See what failed',
  },
  rested: {
    title: 'A webhook endpoint rests',
    says: ({ failedEvents }) =>
      `The last ${failedEvents} events could not be delivered to this endpoint, so it gets no new ` +
      'ones for now:',
    follows:
      'What failed is still tried. As soon as the endpoint takes one of them, or you enable it by ' +
      'hand, it gets everything that it missed, in order. Events are kept for 90 days.',
    label: 'See what failed',
  },
  awakened: {
    title: 'A webhook endpoint takes events again',
    says: () => 'This endpoint rested, and has taken an event again:',
    follows: 'It gets everything that it missed, in order. You don’t have to do anything.',
    label: 'See the endpoint',
  },
}

/** What sellers and developers have written stands in quotes among the facts. */
export function endpointMessage(news: EndpointNews, told: EndpointTold): Omit<NewMail, 'to'> {
  const { title, says, follows, label } = words[news]
  const { site, organization, name, address, failingSince, url } = told
  return {
    subject: `${title} at ${site}`,
    blocks: [
      heading(title),
      text(says(told)),
      facts({
        Organization: quoted(organization),
        ...(name === null ? {} : { Endpoint: quoted(name) }),
        URL: quoted(address),
        ...(failingSince === null ? {} : { 'Failing since': instantWords(failingSince) }),
      }),
      button(label, url),
      text(follows),
      footer(
        `You get this mail because you manage the webhooks of this organization at ${site}. ` +
          'Who manages them is decided by your role there.',
      ),
    ],
  }
}
