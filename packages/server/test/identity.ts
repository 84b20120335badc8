import { assert } from '../src/kernel/assert.ts'
import { type Browser, openBrowser } from './browser.ts'
import type { TestDatabase } from './database.ts'
import { eventually } from './eventually.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { movableClock } from './movable-clock.ts'
import { newPerson, type Person } from './people.ts'
import type { ReadMail } from './read-mail.ts'
import { startTestServer, type TestServer } from './server.ts'

type SunkMail = MailSink['mails'][number]

/** A server with a mail server and a clock that can be advanced. */
export interface MailingServer extends TestServer {
  advance(seconds: number): void
  browser(): Browser
  /** The next unread mail to an address, once it has arrived. */
  mailTo(address: string): Promise<SunkMail>
  /** The number of mails to an address, once all jobs are done. */
  mailsTo(address: string): Promise<number>
}

export async function startMailingServer(
  db: TestDatabase,
  env: Readonly<Record<string, string>> = {},
): Promise<MailingServer> {
  const sink = await startMailSink()
  const clock = movableClock()
  const settings = {
    SMTP_URL: sink.url,
    GUILDHALL_MAIL_FROM: 'shop@example.com',
    GUILDHALL_TRUSTED_ORIGINS: 'https://app.example.com',
    GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  }
  const server = await startTestServer(db, settings, { clock })
  const read = new Set<SunkMail>()
  return {
    ...server,
    advance: (seconds) => clock.advance(seconds),
    browser: () => openBrowser(server.url),
    mailTo: (address) =>
      eventually(() => {
        const mail = sink.mails.find((one) => one.to.includes(address) && !read.has(one))
        assert(mail !== undefined, `no mail for ${address} yet`)
        read.add(mail)
        return mail
      }),
    mailsTo: async (address) => {
      await server.settle()
      return sink.mails.filter((one) => one.to.includes(address)).length
    },
    stop: async () => {
      await server.stop()
      await sink.stop()
    },
  }
}

/** A new person with a verified address. */
export async function newVerifiedPerson(server: TestServer): Promise<Person> {
  const person = await newPerson(server)
  await server.database.kysely
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', person.email)
    .execute()
  return person
}

/** The target of the first button in a mail. */
export function linkIn({ links, subject }: ReadMail): string {
  const [link] = links
  assert(link !== undefined, `the mail "${subject}" has a link`)
  return link
}

/** The secret in a mailed link. */
export function tokenIn(link: string): string {
  const url = new URL(link)
  const token = url.searchParams.get('token') ?? /\/reset-password\/(\w+)$/.exec(url.pathname)?.[1]
  assert(token !== undefined, `there is a token in ${link}`)
  return token
}
