import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson } from '../../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { type StandIn, startStandIn } from '../../../../../test/stand-in.ts'

const db = testDatabase()
const breached = 'a breached password'
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

let service: StandIn
let server: TestServer

beforeAll(async () => {
  service = await startStandIn()
  server = await startTestServer(db, { GUILDHALL_PASSWORD_BREACH_URL: `${service.url}/range/` })
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

let at = 0
function signUp(password: string) {
  at += 1
  const body = { email: `ann-${at}@example.com`, name: 'Ann', password }
  return openBrowser(server.url).post('/api/auth/sign-up/email', body)
}

test('a breached password is refused, and only a hash prefix is sent', async () => {
  service.respondWith(200, `${'0'.repeat(35)}:3\r\n${sha1(breached).slice(5)}:17\r\n`)
  expect(await signUp(breached)).toMatchObject({
    status: 400,
    body: {
      code: 'PASSWORD_COMPROMISED',
      message: 'The password you entered has been compromised. Please choose a different password.',
    },
  })
  expect(service.requests.map(({ path }) => path)).toEqual([`/range/${sha1(breached).slice(0, 5)}`])
  expect(service.requests[0]?.headers['add-padding']).toBe('true')
})

test('padding entries do not count as breached', async () => {
  service.respondWith(200, `${sha1(breached).slice(5)}:0\r\n`)
  expect((await signUp(breached)).status).toBe(200)
})

test('another hash with the same prefix does not count', async () => {
  service.respondWith(200, `${sha1('another').slice(5)}:17\n`)
  expect((await signUp(breached)).status).toBe(200)
})

test.each([
  [503, 'overloaded'],
  [200, 'x'.repeat(600_000)],
])('a malformed answer with status %i accepts the password', async (status, body) => {
  service.respondWith(status, body)
  expect((await signUp(breached)).status).toBe(200)
  expect(server.logged.join()).toContain('breached passwords could not be fetched')
  expect(server.logged.join()).not.toContain(breached)
})

test('every way to set a password checks for breaches', async () => {
  service.respondWith(200, '')
  const { browser } = await newPerson(server)
  service.respondWith(200, `${sha1(breached).slice(5)}:17`)
  const change = { currentPassword: goodPassword, newPassword: breached }
  expect((await browser.post('/api/auth/change-password', change)).body).toMatchObject({
    code: 'PASSWORD_COMPROMISED',
  })
})

test('passwords refused by other rules are not sent to the service', async () => {
  service.respondWith(200, '')
  for (const password of ['short', 'password1', 'x'.repeat(129)]) await signUp(password)
  expect(service.requests).toEqual([])
})
