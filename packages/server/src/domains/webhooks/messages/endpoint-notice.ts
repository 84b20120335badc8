import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { instantWords } from '../../../platform/mail/format-instant.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

export type EndpointNotice = 'warned' | 'suspended' | 'resumed'

interface NoticeDetails {
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
  readonly intro: (details: NoticeDetails) => string
  readonly explanation: string
  readonly label: string
}

const words: Readonly<Record<EndpointNotice, Words>> = {
  warned: {
    title: 'A webhook endpoint is failing',
    intro: ({ failedEvents }) =>
      `The last ${failedEvents} events could not be delivered to this endpoint:`,
    explanation:
      'Each event is tried ten times over two days. Nothing is lost: later events are still sent, ' +
      'and only wait behind a failed event about the same object.',
    label: 'See what failed',
  },
  suspended: {
    title: 'A webhook endpoint was suspended',
    intro: ({ failedEvents }) =>
      `The last ${failedEvents} events could not be delivered to this endpoint, so it gets no new ` +
      'events for now:',
    explanation:
      'Failed events are still retried. As soon as one of them is delivered, or you enable the ' +
      'endpoint, it gets everything it missed, in order. Events are kept for 90 days.',
    label: 'See what failed',
  },
  resumed: {
    title: 'A webhook endpoint works again',
    intro: () => 'This endpoint was suspended, and has accepted an event again:',
    explanation: 'It gets everything it missed, in order. You don’t have to do anything.',
    label: 'See the endpoint',
  },
}

/** Quotes set apart what sellers and developers have written. */
export function endpointMessage(
  notice: EndpointNotice,
  details: NoticeDetails,
): Omit<NewMail, 'to'> {
  const { title, intro, explanation, label } = words[notice]
  const { site, organization, name, address, failingSince, url } = details
  return {
    subject: `${title} at ${site}`,
    blocks: [
      heading(title),
      text(intro(details)),
      facts({
        Organization: quoted(organization),
        ...(name === null ? {} : { Endpoint: quoted(name) }),
        URL: quoted(address),
        ...(failingSince === null ? {} : { 'Failing since': instantWords(failingSince) }),
      }),
      button(label, url),
      text(explanation),
      footer(
        `You received this email because your role lets you manage the webhooks of this organization at ` +
          `${site}.`,
      ),
    ],
  }
}
