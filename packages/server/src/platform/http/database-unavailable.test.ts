import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../../../test/browser.ts'
import { newPerson } from '../../../test/people.ts'
import { startTestServer } from '../../../test/server.ts'
import { openDatabase } from '../database/database.ts'
import { startPostgres } from '../postgres/start-postgres.ts'

const away = {
  code: 'SERVICE_UNAVAILABLE',
  message:
    'A service that this server needs can’t be reached at the moment. Please try again soon.',
}

test('every call is refused while PostgreSQL is unavailable and works after its return', async () => {
  const ends: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-away-'))
  ends.push(() => rm(dataFolder, { recursive: true, force: true }))
  let postgres = await startPostgres({ dataFolder, sync: false })
  ends.push(() => postgres.stop())
  const { appUrl: url, ownerUrl } = postgres
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ url: ownerUrl }, log)
  ends.push(database.close)
  const server = await startTestServer({ url, ownerUrl, database }, { GUILDHALL_RATE_LIMIT: 'on' })
  ends.push(server.stop)
  const { browser, email } = await newPerson(server)
  const stranger = openBrowser(server.url)
  const credentials = { email, password: 'a wrong password' }

  await postgres.stop()
  const answers = [
    await browser.get('/api/auth/get-session'),
    await browser.get('/api/auth/list-sessions'),
    await stranger.post('/api/auth/sign-in/email', credentials),
  ]
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, body: away, cookies: [] })
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  expect((await stranger.get('/livez')).status).toBe(200)
  expect((await stranger.get('/readyz')).status).toBe(503)

  postgres = await startPostgres({ dataFolder, sync: false })
  await vi.waitFor(async () => expect((await stranger.get('/readyz')).status).toBe(200), {
    timeout: 10_000,
    interval: 100,
  })
  const { status, body } = await browser.get('/api/auth/get-session')
  expect([status, body]).toMatchObject([200, { user: { email } }])
}, 60_000)
