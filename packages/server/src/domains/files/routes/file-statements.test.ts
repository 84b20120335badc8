import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { fileOf, pictureOf, png, type Uploaded, upload } from '../../../../test/files.ts'
import { found } from '../../../../test/founding.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let backend: BillingCalls
let picture: Uploaded

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose own statements would come in between.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  backend = await newBackend(server, await found(server), ['files:write'])
  const bytes = Buffer.from('some')
  for (let made = 0; made < 12; made += 1) await upload(backend, bytes, fileOf(bytes))
  picture = await upload(backend, png, pictureOf(png))
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** The fewest of some tries: what came before them may still be told to the dispatcher. */
async function statementsOf(ask: () => Promise<{ readonly status: number }>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await ask()).status).toBe(200)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('a list is one read, and one more to count where its end isn’t seen', async () => {
  // The token; the page.
  expect(await statementsOf(() => backend.get('/files/?limit=100'))).toBe(2)
  expect(await statementsOf(() => backend.get('/files/?limit=5'))).toBe(3)
})

test('a picture is one read', async () => {
  expect(await statementsOf(() => fetch(String(picture.public_url)))).toBe(1)
})
