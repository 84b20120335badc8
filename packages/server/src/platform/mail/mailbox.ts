import { id } from '@guildhall/contract/primitives'
import type { Keyring } from '../crypto/keyring.ts'
import type { Database } from '../database/database.ts'
import { mailBlocks } from './blocks.ts'
import {
  framePolicy,
  listPage,
  mailboxPath,
  mailPage,
  missingPage,
  pagePolicy,
} from './mailbox-page.ts'
import { mailBinding } from './queue-mail.ts'
import { renderMail } from './render.ts'

export interface Mailbox {
  readonly database: Database
  readonly keyring: Keyring
  readonly now: Date
}

export interface MailboxAnswer {
  readonly status: 200 | 404
  readonly html: string
  /** The content-security-policy of this page. */
  readonly policy: string
}

const mailId = id('mail')
const listedMax = 100

/** Serves /dev/mail, /dev/mail/:id and /dev/mail/:id/body; null for any other path. */
export async function answerMailbox(mailbox: Mailbox, path: string): Promise<MailboxAnswer | null> {
  if (path === mailboxPath) return shown(await listPage(await newest(mailbox), mailbox.now))
  if (!path.startsWith(`${mailboxPath}/`)) return null
  const [given, part, ...more] = path.slice(mailboxPath.length + 1).split('/')
  if (more.length > 0 || (part !== undefined && part !== 'body')) return null
  const mail = await findMail(mailbox, given)
  if (mail === null) return { ...shown(await missingPage()), status: 404 }
  if (part === undefined) return shown(await mailPage(mail, mail.rendered, mailbox.now))
  return { status: 200, html: mail.rendered?.html ?? '', policy: framePolicy }
}

function shown(html: string): MailboxAnswer {
  return { status: 200, html, policy: pagePolicy }
}

function newest({ database }: Mailbox) {
  return (
    database.kysely
      .selectFrom('mail')
      .select(['id', 'recipient', 'recipientName', 'subject', 'createdAt'])
      // By when they were queued: mails are dated by the clocks of organizations.
      .orderBy('id', 'desc')
      .limit(listedMax)
      .execute()
  )
}

async function findMail({ database, keyring }: Mailbox, given: string | undefined) {
  const parsed = mailId.safeParse(given)
  if (!parsed.success) return null
  const row = await database.kysely
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', parsed.data)
    .executeTakeFirst()
  if (row === undefined) return null
  const opened = row.body === null ? null : keyring.open(row.body, mailBinding(row.id))
  const blocks = opened === null ? null : mailBlocks.parse(JSON.parse(opened))
  return { ...row, rendered: blocks === null ? null : await renderMail(row.subject, blocks) }
}
