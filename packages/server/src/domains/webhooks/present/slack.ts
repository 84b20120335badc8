import type { ChatMessage, Fact } from './chat-message.ts'

const textLengthMax = 2000

/** Blocks of a Slack incoming webhook. */
export const slackMessage = ({ title, facts }: ChatMessage): object => ({
  // Shown in notifications, which show no blocks.
  text: [title, ...facts.map(({ text }) => escaped(text))].join(' · '),
  blocks: [
    { type: 'header', text: plain(title) },
    { type: 'section', fields: facts.map(field) },
  ],
})

/** Customers choose their names: plain text keeps them from linking or pinging. */
const field = ({ label, text }: Fact) => plain(`${label}\n${text}`)

const plain = (text: string) => ({
  type: 'plain_text',
  text: Array.from(text).slice(0, textLengthMax).join(''),
  emoji: false,
})

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')
