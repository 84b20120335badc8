import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { type MailingServer, startMailingServer } from '../../../../../test/identity.ts'
import { goodPassword, newPerson } from '../../../../../test/people.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db)
})
afterAll(() => server.stop())

test.each([
  'Eve" <evil@example.com>, "x',
  'evil@example.com, other@example.com',
  'Eve <evil@example.com>',
  '=?utf-8?q?Eve=0D=0ABcc:_evil@example.com?=',
  'Bcc: evil@example.com',
  'Ann\\',
  '"',
  'Zoë 漢字 😀 \u202Eevil',
  '<script>alert(1)</script>',
  `${'x'.repeat(190)}\u00e9`,
  ';,:',
  '',
])('a mail to %j reaches its one recipient unaltered', async (name) => {
  const { email } = await newPerson(server, { name })
  await db.database.kysely
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', email)
    .execute()
  await server.browser().post('/api/auth/forget-password', { email })
  const mail = await server.mailTo(email)
  expect(mail.to).toEqual([email])
  expect(mail.from).toBe('shop@example.com')
  expect(mail.subject).toBe(`Choose a new password for localhost:${server.port}`)
  expect(Object.keys(mail.headers).sort()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ])
  expect(mail.headers['to']).toMatch(new RegExp(`<?${email.replaceAll('.', '\\.')}>?$`))
  expect(mail.links).toHaveLength(1)
  expect(mail.html).not.toContain('<script')
})

test.each([
  'Eve\r\nBcc: evil@example.com',
  'Eve\nBcc: evil@example.com',
  'Eve\u0000',
  'Eve\u2028Bcc: evil@example.com',
  'Eve\u0085x',
])('a name of several lines is refused: %j', async (name) => {
  const body = { name, email: 'eve@example.com', password: goodPassword }
  const seen = await openBrowser(server.url).post('/api/auth/sign-up/email', body)
  expect(seen.status).toBe(400)
})

test.each([
  'eve@example.com\r\nBcc: evil@example.com',
  '"eve"@example.com',
  'eve@example.com, evil@example.com',
  'Eve <eve@example.com>',
  `${'x'.repeat(65)}@example.com`,
  `eve@${'x'.repeat(250)}.com`,
  'eve@example',
  'eve@@example.com',
])('a list of addresses is refused: %j', async (email) => {
  const seen = await server.browser().post('/api/auth/forget-password', { email })
  expect(seen).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
})
