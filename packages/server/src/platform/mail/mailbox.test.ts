import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { runUnitOfWork } from '../unit-of-work.ts'
import { button, heading } from './blocks.ts'
import { answerMailbox } from './mailbox.ts'
import { type MailboxQuestion, mailboxAllowed } from './mailbox-allowed.ts'
import { type NewMail, queueMail } from './queue-mail.ts'

const db = testDatabase()
const keyring = createKeyring(['a secret of at least thirty-two characters'])
const now = new Date('2026-11-20T12:00:00Z')
const link = 'https://shop.example/reset?token=abc&x=1'

const answer = (path: string, at = now) =>
  answerMailbox({ database: db.database, keyring, now: at }, path)

function queue(mail: Partial<NewMail> = {}, secondsAgo = 0) {
  const clock: Clock = { ...systemClock, now: () => new Date(now.getTime() - secondsAgo * 1000) }
  return runUnitOfWork({ database: db.database, clock, wake: () => undefined }, {}, (uow) =>
    queueMail(uow, keyring, {
      to: { name: 'Zoë', address: 'zoe@example.com' },
      subject: 'Reset your password',
      blocks: [heading('Hello <you>'), button('Reset', link)],
      ...mail,
    }),
  )
}

beforeEach(() => runOn(db.ownerUrl, 'delete from mail'))

describe('the mailbox', () => {
  it('explains itself while it is empty', async () => {
    const page = await answer('/dev/mail')
    expect(page?.status).toBe(200)
    expect(page?.html).toContain('No mails yet')
  })

  it('lists the newest first, with recipient and age', async () => {
    const older = await queue({ subject: 'Older' }, 7300)
    const newer = await queue({ subject: 'Newer <b>' }, 90)
    const html = (await answer('/dev/mail'))?.html ?? ''
    expect(html.indexOf(newer)).toBeGreaterThan(0)
    expect(html.indexOf(newer)).toBeLessThan(html.indexOf(older))
    expect(html).toContain('Newer &lt;b&gt;')
    expect(html).toContain('zoe@example.com')
    expect(html).toMatch(/datetime="2026-11-20T11:58:30.000Z"[^>]*>1 min ago</)
    expect(html).toContain('2 h ago')
  })

  it('lists mails of an advanced clock where they were queued, with their own date', async () => {
    const early = await queue({ subject: 'From the future' }, 120)
    const set = `update mail set created_at = '2027-03-01T00:00:00Z' where id = '${early}'`
    await runOn(db.ownerUrl, set)
    const late = await queue({ subject: 'Of today' }, 60)
    const html = (await answer('/dev/mail'))?.html ?? ''
    expect(html.indexOf(late)).toBeLessThan(html.indexOf(early))
    expect(html).toContain('>dated 2027-03-01<')
  })

  it('lists at most a hundred', async () => {
    await runOn(
      db.ownerUrl,
      `insert into mail (id, recipient, subject, body, created_at)
       select gen_random_uuid(), 'a@example.com', 'Mail', '', now() from generate_series(1, 101)`,
    )
    const html = (await answer('/dev/mail'))?.html ?? ''
    expect(html.match(/<li>/g)).toHaveLength(100)
  })
})

describe('one mail', () => {
  it('is shown in a frame, with its links as text', async () => {
    const id = await queue()
    const page = await answer(`/dev/mail/${id}`)
    expect(page?.html).toContain(`src="/dev/mail/${id}/body"`)
    expect(page?.html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(page?.html).toContain('<a href="https://shop.example/reset?token=abc&amp;x=1">')
    expect(page?.html).toContain('Hello &lt;you&gt;')
    expect(page?.html).toContain('Zoë &lt;zoe@example.com&gt;')
  })

  it('looks in its frame as in a mail client, and can run nothing', async () => {
    const id = await queue()
    const frame = await answer(`/dev/mail/${id}/body`)
    expect(frame?.html).toContain('Hello &lt;you&gt;</h1>')
    expect(frame?.policy).toContain("default-src 'none'")
    expect(frame?.policy).toMatch(/sandbox (?!.*allow-(?:scripts|same-origin))/)
    expect(frame?.policy).toContain("frame-ancestors 'self'")
  })

  it('is still listed after its body was deleted', async () => {
    const id = await queue()
    await runOn(db.ownerUrl, `update mail set status = 'sent', sent_at = now(), body = null`)
    expect((await answer(`/dev/mail/${id}`))?.html).toContain('can no longer be shown')
    expect(await answer(`/dev/mail/${id}/body`)).toMatchObject({ status: 200, html: '' })
  })

  it.each(['/dev/mail/0198f3aa-aaaa-7aaa-8aaa-aaaaaaaaaaaa', '/dev/mail/x', '/dev/mail/'])(
    'that does not exist is not found: %s',
    async (path) => {
      expect(await answer(path)).toMatchObject({ status: 404 })
    },
  )

  it.each(['/dev/mailer', '/dev', '/', '/dev/mail/x/y', '/dev/mail/x/body/z'])(
    'has no page at %s',
    async (path) => {
      expect(await answer(path)).toBeNull()
    },
  )
})

describe('the page', () => {
  let html = ''
  beforeAll(async () => {
    html = (await answer('/dev/mail'))?.html ?? ''
  })

  it('runs no script and allows exactly its own style', async () => {
    const { createHash } = await import('node:crypto')
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect((await answer('/dev/mail'))?.policy).toContain(`style-src 'sha256-${hash}'`)
    expect(html).not.toMatch(/<script|style="/)
  })
})

describe('where the mailbox may exist', () => {
  const local = {
    url: 'http://localhost:3000',
    smtpUrl: null,
    mailbox: 'loopback',
    peer: '127.0.0.1',
    headers: { host: 'localhost:3000' },
  } as const
  interface Asked extends Omit<MailboxQuestion, 'header'> {
    readonly headers: Readonly<Record<string, string>>
  }
  const allowed = (asked: Asked) =>
    mailboxAllowed({ ...asked, header: (name) => asked.headers[name] })

  it.each(['127.0.0.1', '127.8.8.8', '::1'])('requested from %s', (peer) => {
    expect(allowed({ ...local, peer })).toBe(true)
  })

  it.each(['192.168.1.10', '172.17.0.1', '::', 'fe80::1', '0.0.0.0'])(
    'not requested from %s, whatever the headers, unless it is switched on',
    (peer) => {
      expect(allowed({ ...local, peer })).toBe(false)
      expect(allowed({ ...local, peer, mailbox: 'on' })).toBe(true)
      expect(allowed({ ...local, peer, mailbox: 'on', url: 'https://shop.example' })).toBe(false)
    },
  )

  it.each(['localhost:3000', 'localhost', '127.0.0.1:8080', '[::1]:3000'])(
    'requested as %s',
    (host) => {
      expect(allowed({ ...local, headers: { host } })).toBe(true)
    },
  )

  it.each([
    ['a server with a public address', { ...local, url: 'https://shop.example' }],
    ['a server in a local network', { ...local, url: 'http://192.168.1.10:3000' }],
    ['a server with a mail server', { ...local, smtpUrl: 'smtp://mail' }],
    ['a foreign name that resolves here', { ...local, headers: { host: 'evil.example:3000' } }],
    [
      'a name with a matching prefix only',
      { ...local, headers: { host: 'localhost.evil.example' } },
    ],
    ['a name behind credentials', { ...local, headers: { host: 'localhost@evil.example' } }],
    ['no host', { ...local, headers: {} }],
    ['a broken host', { ...local, headers: { host: ':::' } }],
    ['a proxy', { ...local, headers: { host: 'localhost', 'x-forwarded-for': '1.2.3.4' } }],
    [
      'a proxy that sends an empty header',
      { ...local, headers: { host: 'localhost', forwarded: '' } },
    ],
  ])('not on %s', (_what, question) => {
    expect(allowed(question)).toBe(false)
  })
})
