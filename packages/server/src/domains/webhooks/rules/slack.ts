import type { Fact, News } from './chat-news.ts'

const textLengthMax = 2000

/** Blocks, as an incoming webhook of Slack takes them. */
export const slackMessage = ({ title, facts }: News): object => ({
  // For notifications, which show no blocks.
  text: [title, ...facts.map(({ text }) => escaped(text))].join(' · '),
  blocks: [
    { type: 'header', text: plain(title) },
    { type: 'section', fields: facts.map(field) },
  ],
})

/** Plain text: customers choose their names, and none of them is a link or pings anybody. */
const field = ({ label, text }: Fact) => plain(`${label}\n${text}`)

const plain = (text: string) => ({
  type: 'plain_text',
  text: Array.from(text).slice(0, textLengthMax).join(''),
  emoji: false,
})

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')
