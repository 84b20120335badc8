import { assert } from '../src/kernel/assert.ts'
import type { Keyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import { mailBlocks } from '../src/platform/mail/blocks.ts'
import { mailBinding } from '../src/platform/mail/queue-mail.ts'
import { renderMail } from '../src/platform/mail/render.ts'

/** A parsed mail. */
export interface SentMail {
  readonly to: string
  readonly name: string | null
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The URLs of its buttons. */
  readonly links: readonly string[]
}

export const headingOf = ({ html }: Pick<SentMail, 'html'>): string =>
  /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? ''

/** Reads the mailbox of a server that has no mail server, the oldest first. */
export async function sentMails(database: Database, keyring: Keyring): Promise<SentMail[]> {
  const rows = await database.kysely
    .selectFrom('mail')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async ({ id, recipient, recipientName, subject, body }) => {
      const opened = body === null ? null : keyring.open(body, mailBinding(id))
      assert(opened !== null, 'a queued mail can be decrypted')
      const blocks = mailBlocks.parse(JSON.parse(opened))
      const links = blocks.flatMap((block) => (block.kind === 'button' ? [block.url] : []))
      return {
        to: recipient,
        name: recipientName,
        subject,
        ...(await renderMail(subject, blocks)),
        links,
      }
    }),
  )
}
