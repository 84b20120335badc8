import type { ChatMessage, Fact } from './chat-message.ts'

const colors = { good: 0x2e_a0_43, plain: 0x6e_77_81, bad: 0xcf_22_2e } as const satisfies Record<
  ChatMessage['tone'],
  number
>
const valueLengthMax = 1024

/** An embed of a Discord webhook. */
export const discordMessage = ({ title, tone, facts, at }: ChatMessage): object => ({
  embeds: [{ title, color: colors[tone], timestamp: at, fields: facts.map(field) }],
  // A customer who is called “@everyone” must not ping anyone.
  allowed_mentions: { parse: [] },
})

const field = ({ label, text }: Fact) => ({ name: label, value: plain(text), inline: true })

/** Customers choose their names, so markup in them is escaped. */
const plain = (text: string): string =>
  Array.from(text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, String.raw`\$&`))
    .slice(0, valueLengthMax)
    .join('')
