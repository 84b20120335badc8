import * as z from 'zod/mini'
import { assert } from '../../kernel/assert.ts'

/** The blocks of a mail, rendered as HTML and as plain text. */
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sender'), text: z.string() }),
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

/** Whom the mail is from, above its heading. */
export const sender = (text: string): MailBlock => ({ kind: 'sender', text })

export const heading = (text: string): MailBlock => ({ kind: 'heading', text })

export const text = (words: string): MailBlock => ({ kind: 'text', text: words })

export function button(label: string, url: string): MailBlock {
  assert(/^https?:\/\//.test(url), 'the button of a mail links to a web page')
  return { kind: 'button', label, url }
}

/** Label and value pairs: an amount, a date, a device. */
export const facts = (named: Readonly<Record<string, string>>): MailBlock => ({
  kind: 'facts',
  facts: Object.entries(named).map(([name, value]) => ({ name, value })),
})

/** The reason for receiving this mail, in small print. */
export const footer = (words: string): MailBlock => ({ kind: 'footer', text: words })
