import { expect } from 'vitest'
import { type TestDatabase, testDatabase } from '../../server/test/database.ts'
import { movableClock } from '../../server/test/movable-clock.ts'
import type { SentMail } from '../../server/test/sent-mails.ts'
import { type TestServer, type TestServerOptions, testServer } from '../../server/test/server.ts'

/** The whole server for the stories of a file; available inside tests and hooks only. */
export interface Site {
  readonly url: string
  readonly server: TestServer
  readonly database: TestDatabase
  /** All mails to an address, the oldest first. */
  mailsTo(address: string): Promise<SentMail[]>
  /** The newest mail to an address with such a subject. */
  mailTo(address: string, subject: RegExp): Promise<SentMail>
  /** The first link in that mail. */
  linkTo(address: string, subject: RegExp): Promise<string>
  /** Moves the server's clock forward. */
  advanceTime(seconds: number): void
  /** Runs a task while the clock stands still. */
  withStoppedClock<T>(act: () => Promise<T>): Promise<T>
}

export const hour = 3600
export const day = 24 * hour

export function testSite(
  env: Readonly<Record<string, string>> = {},
  options: Pick<TestServerOptions, 'hashing'> = {},
): Site {
  const database = testDatabase()
  const clock = movableClock()
  const server = testServer(database, env, { ...options, clock })
  const mailsTo = async (address: string) =>
    (await server.current.sentMails()).filter(({ to }) => to === address)
  const mailTo = async (address: string, subject: RegExp) => {
    const mails = await mailsTo(address)
    const mail = mails.findLast((one) => subject.test(one.subject))
    if (mail !== undefined) return mail
    return expect.fail(
      `no mail ${subject} to ${address}, but ${mails.map((one) => one.subject).join(', ')}`,
    )
  }
  return {
    get url() {
      return server.current.url
    },
    get server() {
      return server.current
    },
    database,
    mailsTo,
    mailTo,
    linkTo: async (address, subject) => {
      const { links } = await mailTo(address, subject)
      return links[0] ?? expect.fail('the mail has no button')
    },
    advanceTime: (seconds) => clock.advance(seconds),
    withStoppedClock: async (act) => {
      clock.freeze()
      try {
        return await act()
      } finally {
        clock.resume()
      }
    },
  }
}
