import { beforeAll, describe, expect, it } from 'vitest'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { limitsEndIn } from '../../../../test/limits.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { assert } from '../../../kernel/assert.ts'

// A stranger and the customer have one network address, as in an office, and limits are on.

const clock = movableClock()
const db = testDatabase()
const server = testServer(
  db,
  { GUILDHALL_RATE_LIMIT: 'on', GUILDHALL_TRUSTED_PROXIES: '127.0.0.1' },
  { clock },
)
let acme: OwnedOrganization
let backend: BillingCalls
let anybody: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  backend = await newBackend(server.current, acme, ['customers:write'])
  anybody = withNothing(server.current)
})

/** Each test has a network of its own. */
const officeAt = (address: string) => {
  const from = { 'x-forwarded-for': address }
  const path = '/customer-portal/customer-session'
  return {
    ask: (email: string) =>
      anybody.post(`${path}/request`, { organization_id: acme.id, email }, from),
    enter: (email: string, code: string) =>
      anybody.post(`${path}/authenticate`, { organization_id: acme.id, email, code }, from),
  }
}

type Office = ReturnType<typeof officeAt>

const mailsTo = async (email: string) =>
  (await server.current.sentMails()).filter(({ to }) => to === email)

async function codesIn(email: string): Promise<{ short: string; long: string | undefined }> {
  const text = (await mailsTo(email)).at(-1)?.text ?? ''
  const [, short] = /Code: ([A-Z0-9]{6})\b/.exec(text) ?? []
  assert(short !== undefined, 'a code was mailed')
  return { short, long: /\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/.exec(text)?.[0] }
}

async function longCodeFor({ ask }: Office, email: string): Promise<string> {
  await ask(email)
  await mailsTo(email)
  clock.advance(60)
  await limitsEndIn(db, 0)
  await ask(email)
  const { long } = await codesIn(email)
  assert(long !== undefined, 'a repeated mail has a long code')
  return long
}

const times = <T>(count: number, call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, call))

const tooMany = '429 TooManyRequests'
const invalid = '401 Unauthorized'
const wrongLong = 'AAAA-AAAA-AAAA-AAAA'

describe('a stranger in the network of a customer', () => {
  it.each([
    ['short codes', 'ZZZZZZ'],
    ['long codes', wrongLong],
  ])('cannot keep them from entering the long code by trying %s', async (_, guess) => {
    const office = officeAt(guess === wrongLong ? '203.0.113.1' : '203.0.113.2')
    const { email } = await newCustomer(backend)
    const long = await longCodeFor(office, email)
    await times(120, () => office.enter(email, guess))
    expect(briefOf(await office.enter(email, 'ZZZZZZ'))).toBe(tooMany)
    expect(briefOf(await office.enter(email, long))).toBe('200')
  })

  it('cannot keep them from getting a code by requesting some for others', async () => {
    const office = officeAt('203.0.113.3')
    const { email } = await newCustomer(backend)
    await times(60, () => office.ask(newAddress()))
    expect((await office.ask(email)).status).toBe(202)
    const { short } = await codesIn(email)
    expect(briefOf(await office.enter(email, short))).toBe('200')
  })

  it('cannot keep them from getting a code by requesting it', async () => {
    const office = officeAt('203.0.113.4')
    const { email } = await newCustomer(backend)
    await times(60, () => office.ask(email))
    expect((await office.ask(email)).status).toBe(202)
    const { short } = await codesIn(email)
    expect(briefOf(await office.enter(email, short))).toBe('200')
  })

  it('has three guesses in ten seconds, at short codes and long ones together', async () => {
    const office = officeAt('203.0.113.5')
    const { email } = await newCustomer(backend)
    const answers = [
      await office.enter(email, 'ZZZZZZ'),
      await office.enter(email, wrongLong),
      await office.enter(newAddress(), wrongLong),
      await office.enter(email, wrongLong),
      await office.enter(newAddress(), 'ZZZZZZ'),
    ]
    expect(answers.map(briefOf)).toEqual([invalid, invalid, invalid, tooMany, tooMany])
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  })
})

describe('one network', () => {
  it('sends thirty mails to customers of a seller in ten minutes', async () => {
    const office = officeAt('203.0.113.6')
    const customers = await times(32, () => newCustomer(backend))
    for (const { email } of customers) expect((await office.ask(email)).status).toBe(202)
    const addresses = new Set(customers.map(({ email }) => email))
    const mailed = (await server.current.sentMails()).filter(({ to }) => addresses.has(to))
    expect(mailed).toHaveLength(30)
  })

  it('leaves no trace of requests for addresses that nobody has', async () => {
    const office = officeAt('203.0.113.7')
    const count = async () => {
      await server.current.settle()
      const text = `select count(*)::int as requests from event_log where name = 'portal_code.requested'`
      const { rows } = await db.database.pool.query<{ requests: number }>(text)
      return rows[0]?.requests
    }
    const before = await count()
    await times(20, () => office.ask(newAddress()))
    expect(await count()).toBe(before)
  })
})
