import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { goodPassword, newPerson } from '../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { type StandIn, startStandIn } from '../../../../test/stand-in.ts'

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

test('a breached password is refused, and the service learns five characters of a hash', async () => {
  service.says(200, `${'0'.repeat(35)}:3\r\n${sha1(breached).slice(5)}:17\r\n`)
  expect(await signUp(breached)).toMatchObject({
    status: 400,
    body: {
      code: 'PASSWORD_COMPROMISED',
      message: 'The password you entered has been compromised. Please choose a different password.',
    },
  })
  expect(service.asked.map(({ path }) => path)).toEqual([`/range/${sha1(breached).slice(0, 5)}`])
  expect(service.asked[0]?.headers['add-padding']).toBe('true')
})

test('what is there for padding only was never breached', async () => {
  service.says(200, `${sha1(breached).slice(5)}:0\r\n`)
  expect((await signUp(breached)).status).toBe(200)
})

test('another password that begins like it is not it', async () => {
  service.says(200, `${sha1('another').slice(5)}:17\n`)
  expect((await signUp(breached)).status).toBe(200)
})

test.each([
  [503, 'overloaded'],
  [200, 'x'.repeat(600_000)],
])('a service that answers %i and something odd keeps nobody out', async (status, body) => {
  service.says(status, body)
  expect((await signUp(breached)).status).toBe(200)
  expect(server.logged.join()).toContain('breached passwords could not be asked for')
  expect(server.logged.join()).not.toContain(breached)
})

test('every way to a new password asks', async () => {
  service.says(200, '')
  const { browser } = await newPerson(server)
  service.says(200, `${sha1(breached).slice(5)}:17`)
  const change = { currentPassword: goodPassword, newPassword: breached }
  expect((await browser.post('/api/auth/change-password', change)).body).toMatchObject({
    code: 'PASSWORD_COMPROMISED',
  })
})

test('the service isn’t asked about what is refused anyway', async () => {
  service.says(200, '')
  for (const password of ['short', 'password1', 'x'.repeat(129)]) await signUp(password)
  expect(service.asked).toEqual([])
})
