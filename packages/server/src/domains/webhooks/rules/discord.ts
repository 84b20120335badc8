import type { Fact, News } from './chat-news.ts'

const colors = { good: 0x2e_a0_43, plain: 0x6e_77_81, bad: 0xcf_22_2e } as const satisfies Record<
  News['mood'],
  number
>
const valueLengthMax = 1024

/** An embed, as a Discord webhook takes it. */
export const discordMessage = ({ title, mood, facts, at }: News): object => ({
  embeds: [{ title, color: colors[mood], timestamp: at, fields: facts.map(field) }],
  // Nobody is pinged because a customer is called “@everyone”.
  allowed_mentions: { parse: [] },
})

const field = ({ label, text }: Fact) => ({ name: label, value: plain(text), inline: true })

/** Customers choose their names: they are shown as they are written, not as links. */
const plain = (text: string): string =>
  Array.from(text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, String.raw`\$&`))
    .slice(0, valueLengthMax)
    .join('')
