import * as z from 'zod/mini'
import { assert } from '../../kernel/assert.ts'

/** What mails are made of. The same blocks become HTML and plain text. */
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('button'), label: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('facts'),
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  z.object({ kind: z.literal('footer'), text: z.string() }),
])

export const mailBlocks = z.array(block)
export type MailBlock = z.output<typeof block>

export const heading = (text: string): MailBlock => ({ kind: 'heading', text })

export const text = (words: string): MailBlock => ({ kind: 'text', text: words })

export function button(label: string, url: string): MailBlock {
  assert(/^https?:\/\//.test(url), 'a button of a mail leads to a web page')
  return { kind: 'button', label, url }
}

/** Names and values side by side: an amount, a date, a device. */
export const facts = (named: Readonly<Record<string, string>>): MailBlock => ({
  kind: 'facts',
  facts: Object.entries(named).map(([name, value]) => ({ name, value })),
})

/** Why this mail came, in small print. */
export const footer = (words: string): MailBlock => ({ kind: 'footer', text: words })
