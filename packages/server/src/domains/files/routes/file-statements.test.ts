import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { fileOf, imageOf, png, type Uploaded, upload } from '../../../../test/files.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
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
  // A worker's statements would be counted too.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  backend = await newBackend(server, await createOrganization(server), ['files:write'])
  const bytes = Buffer.from('some')
  for (let made = 0; made < 12; made += 1) await upload(backend, bytes, fileOf(bytes))
  picture = await upload(backend, png, imageOf(png))
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** The minimum of several tries, because earlier calls may still wake the dispatcher. */
async function statementsOf(call: () => Promise<{ readonly status: number }>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await call()).status).toBe(200)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('a list takes one read, and a second to count if there are more pages', async () => {
  // The token; the page.
  expect(await statementsOf(() => backend.get('/files/?limit=100'))).toBe(2)
  expect(await statementsOf(() => backend.get('/files/?limit=5'))).toBe(3)
})

test('a public file takes one read', async () => {
  expect(await statementsOf(() => fetch(String(picture.public_url)))).toBe(1)
})
