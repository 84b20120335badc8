import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { testDatabase } from '../../test/database.ts'
import { withToken } from '../../test/sellers.ts'
import { startTestServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { makeSecret, secretPrefixes } from '../platform/crypto/tokens.ts'

const db = testDatabase()
const accessToken = makeSecret(secretPrefixes.organizationAccess).secret
const password = 'violet-harbor-93-lantern'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-seed-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function startWith(content: unknown) {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return startTestServer(db, { GUILDHALL_SEED: path })
}

/** What the start says about the file. */
const faultsOf = async (content: unknown): Promise<string> => {
  const outcome = await startWith(content).then(
    (server) => server.stop().then(() => 'started'),
    (error: Error) => error.message,
  )
  return outcome.replaceAll(/GUILDHALL_SEED \([^)]+\): /g, '')
}

const acme = { email: 'owner@acme.test', organization: 'Acme' }

it('creates the seller once, however often the server is started', async () => {
  const file = {
    ...acme,
    password,
    accessToken,
    products: [
      { name: 'Pro', price: 900, every: 'month' },
      { name: 'Course', price: 0 },
    ],
    webhook: 'http://localhost:4000/webhooks',
  }
  const server = await startWith(file)
  const backend = withToken(server, accessToken)
  const { body } = await backend.get('/products/?sorting=created_at')
  expect(body).toMatchObject({
    items: [
      { name: 'Pro', recurring_interval: 'month', prices: [{ price_amount: 900 }] },
      { name: 'Course', recurring_interval: null, prices: [{ amount_type: 'free' }] },
    ],
  })
  expect(await backend.get('/webhooks/endpoints')).toMatchObject({ body: { items: [{}] } })
  const owner = openBrowser(server.url)
  const login = { email: acme.email, password }
  expect(await owner.post('/api/auth/sign-in/email', login)).toMatchObject({ status: 200 })
  await server.stop()

  const again = await startWith({ ...file, password: 'short' })
  expect(await withToken(again, accessToken).get('/products/')).toMatchObject({
    body: { pagination: { total_count: 2 } },
  })
  await again.stop()
})

it('is applied by one of two processes that start at once', async () => {
  const rivals = await db.database.kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('app.seed_file'))`.execute(tx)
    const file = { email: 'owner@race.test', organization: 'Race' }
    const starts = [startWith(file), startWith(file)]
    await expect.poll(waiting, { timeout: 60_000 }).toBe(2)
    return { starts }
  })
  await Promise.all((await Promise.all(rivals.starts)).map((one) => one.stop()))
  expect(await runOn(db.ownerUrl, "select from organization where slug = 'race'")).toHaveLength(1)
})

/** How many transactions wait for a lock of the application. */
const waiting = async () => {
  const rows = await runOn(
    db.ownerUrl,
    `select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and locktype = 'advisory' and not granted`,
  )
  return rows.length
}

it('names what is wrong in the file, and creates nothing', async () => {
  expect(await faultsOf('{')).toBe('the file is not JSON')
  expect(await faultsOf({ email: 'a@b.test' })).toContain('organization: ')
  const mistyped = { ...acme, products: [{ name: 'Pro', price: 900, evry: 'month' }] }
  expect(await faultsOf(mistyped)).toBe('products.0.evry: There is no such field')
  const several = await faultsOf({
    email: 'nobody',
    organization: 'Several',
    scopes: ['products:reed'],
    products: [{ name: 'Pro', price: 9.5 }],
    webhook: 'localhost',
  })
  const fields = several.split('\n').map((line) => line.split(':')[0])
  expect(fields).toEqual(['email', 'scopes', 'products.0.price', 'webhook'])
  expect(
    await runOn(db.ownerUrl, "select from organization where slug not in ('acme', 'race')"),
  ).toEqual([])
})

it('takes no weak password, and no token that somebody thought of', async () => {
  const weak = { email: 'weak@acme.test', organization: 'Weak', password: 'password123' }
  expect(await faultsOf(weak)).toMatch(/^password: /)
  const thought = await faultsOf({ ...weak, password, accessToken: 'guildhall_oat_test' })
  expect(thought).toMatch(/^accessToken: not a token; here is a new one: guildhall_oat_\w{30}$/)
  expect(await runOn(db.ownerUrl, "select from users where email = 'weak@acme.test'")).toEqual([])
})

it('makes nobody the owner who only signed up with the address', async () => {
  const server = await startTestServer(db)
  const stranger = { name: 'Mallory', email: 'ceo@acme.test', password }
  const signedUp = await openBrowser(server.url).post('/api/auth/sign-up/email', stranger)
  expect(signedUp).toMatchObject({ status: 200 })
  await server.stop()
  const said = await faultsOf({ email: 'ceo@acme.test', organization: 'Board' })
  expect(said).toBe('email: ceo@acme.test has not been verified by its user')
})
