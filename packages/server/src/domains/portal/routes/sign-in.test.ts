import { beforeAll, describe, expect, it } from 'vitest'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import {
  type BillingCalls,
  briefOf,
  newBackend,
  withNothing,
  withToken,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { assert } from '../../../kernel/assert.ts'

const clock = movableClock()
const db = testDatabase()
const server = testServer(db, { GUILDHALL_TRUSTED_PROXIES: '127.0.0.1' }, { clock })
let acme: OwnedOrganization
let backend: BillingCalls
let anybody: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  backend = await newBackend(server.current, acme, ['customers:write'])
  anybody = withNothing(server.current)
})

const ask = (email: string, organization_id: string = acme.id) =>
  anybody.post('/customer-portal/customer-session/request', { organization_id, email })

const authenticate = '/customer-portal/customer-session/authenticate'

const enter = (email: string, code: string, organization_id: string = acme.id) =>
  anybody.post(authenticate, { organization_id, email, code })

/** From another network. */
const enterFrom = (address: string, email: string, code: string) =>
  anybody.post(
    authenticate,
    { organization_id: acme.id, email, code },
    { 'x-forwarded-for': address },
  )

const mailsTo = async (email: string) =>
  (await server.current.sentMails()).filter(({ to }) => to === email)

/** The code in the latest mail. */
async function codeFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(202)
  const [, code] = /Code: ([A-Z0-9]{6})\b/.exec((await mailsTo(email)).at(-1)?.text ?? '') ?? []
  assert(code !== undefined, 'a code is in the mail')
  return code
}

const invalid = '401 Unauthorized'

/** The code that is in a repeated mail besides the short one. */
async function longCodeFor(email: string): Promise<string> {
  await codeFor(email)
  const text = (await mailsTo(email)).at(-1)?.text ?? ''
  const [code] = /\b[A-Z2-7]{4}(-[A-Z2-7]{4}){3}\b/.exec(text) ?? []
  assert(code !== undefined, 'a long code is in the mail')
  return code
}

/** A code of which no character is that of the given one. */
const wrong = (code: string): string =>
  code.replaceAll(/./g, (letter) => (letter === 'A' ? 'B' : 'A'))

describe('a customer without a link', () => {
  it('signs in with a mailed code, which verifies their address', async () => {
    const { id, email } = await newCustomer(backend)
    const { status, body } = await enter(email.toUpperCase(), (await codeFor(email)).toLowerCase())
    expect(status).toBe(200)
    const me = await withToken(server.current, String(body?.['token'])).get(
      '/customer-portal/customers/me',
    )
    expect(me.body).toMatchObject({ id, email, email_verified: true })
    const names = (await eventsOf(server.current, acme))
      .filter(({ objectId }) => objectId === id)
      .map(({ name }) => name)
    const state = 'customer.state_changed'
    expect(names).toEqual(['customer.created', state, 'customer.updated', state])
  })

  it('can use a code once', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    const both = await Promise.all([enter(email, code), enter(email, code)])
    expect(both.map(briefOf).toSorted()).toEqual(['200', invalid])
  })

  it('cannot use a code after half an hour', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    clock.advance(1800)
    expect(briefOf(await enter(email, code))).toBe(invalid)
  })

  it('gets at most one mail a minute', async () => {
    const { email } = await newCustomer(backend)
    await codeFor(email)
    await ask(email)
    expect(await mailsTo(email)).toHaveLength(1)
    clock.advance(60)
    await ask(email)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('can enter the long code of a repeated mail in small letters and without dashes', async () => {
    const { email } = await newCustomer(backend)
    await codeFor(email)
    expect((await mailsTo(email)).at(-1)?.text).not.toMatch(/[A-Z2-7]{4}-/)
    clock.advance(60)
    const long = await longCodeFor(email)
    expect((await enter(email, long.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
  })

  it('can use an earlier code after another was mailed, and then no other', async () => {
    const { email } = await newCustomer(backend)
    const first = await codeFor(email)
    clock.advance(60)
    const second = await codeFor(email)
    expect((await enter(email, first)).status).toBe(200)
    expect(briefOf(await enter(email, second))).toBe(invalid)
  })
})

describe('an attacker', () => {
  it('has five guesses for a code', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(briefOf(await enter(email, wrong(code)))).toBe(invalid)
    }
    expect(briefOf(await enter(email, code))).toBe(invalid)
  })

  it('has five guesses, even concurrently', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    const guesses = Array.from({ length: 10 }, () => enter(email, wrong(code)))
    expect(new Set((await Promise.all(guesses)).map(briefOf))).toEqual(new Set([invalid]))
    expect(briefOf(await enter(email, code))).toBe(invalid)
  })

  it('does not lock the customer out by guessing', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    for (let guess = 1; guess <= 6; guess += 1) {
      expect(briefOf(await enterFrom('203.0.113.7', email, wrong(code)))).toBe(invalid)
    }
    expect(briefOf(await enterFrom('203.0.113.7', email, code))).toBe(invalid)
    expect(briefOf(await enterFrom('198.51.100.1', email, code))).toBe('200')
  })

  it('has five guesses from all addresses of a network', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    for (let guess = 1; guess <= 5; guess += 1) {
      await enterFrom(`2001:db8::${guess}`, email, wrong(code))
    }
    expect(briefOf(await enterFrom('2001:db8::6', email, code))).toBe(invalid)
    expect(briefOf(await enterFrom('2001:db8:0:1::6', email, code))).toBe('200')
  })

  it('has fifty guesses from all networks of an IPv6 /48', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    for (let network = 1; network <= 10; network += 1) {
      const guesses = Array.from({ length: 6 }, () =>
        enterFrom(`2001:db8:48:${network}::1`, email, wrong(code)),
      )
      expect(new Set((await Promise.all(guesses)).map(briefOf))).toEqual(new Set([invalid]))
    }
    expect(briefOf(await enterFrom('2001:db8:48:11::1', email, code))).toBe(invalid)
    expect(briefOf(await enterFrom('2001:db8:49:1::1', email, code))).toBe('200')
  })

  it('cannot use up all guesses from 200 IPv6 networks of a /48', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    for (let network = 0; network < 200; network += 10) {
      const guesses = Array.from({ length: 50 }, (_, at) =>
        enterFrom(`2001:db8:50:${network + (at % 10)}::1`, email, wrong(code)),
      )
      expect(new Set((await Promise.all(guesses)).map(briefOf))).toEqual(new Set([invalid]))
    }
    expect(briefOf(await enterFrom('198.51.100.3', email, code))).toBe('200')
  })

  it('has a thousand guesses from all networks together', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    await db.database.pool.query(
      `update portal_code set guesses_left = 1
        where customer_id = (select id from customer where email = $1)`,
      [email],
    )
    await enterFrom('203.0.113.8', email, wrong(code))
    expect(briefOf(await enterFrom('198.51.100.2', email, code))).toBe(invalid)
  })

  it('cannot void a code by requesting more, or flood the mailbox', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    for (let minute = 1; minute < 30; minute += 1) {
      clock.advance(60)
      await ask(email)
    }
    expect(await mailsTo(email)).toHaveLength(5)
    expect((await enter(email, code)).status).toBe(200)
  })

  it('has five guesses at all codes together', async () => {
    const { email } = await newCustomer(backend)
    const first = await codeFor(email)
    clock.advance(60)
    const second = await codeFor(email)
    for (let guess = 1; guess <= 5; guess += 1) await enter(email, wrong(first))
    expect(briefOf(await enter(email, first))).toBe(invalid)
    expect(briefOf(await enter(email, second))).toBe(invalid)
  })

  it('cannot keep the customer from a fresh code', async () => {
    const { email } = await newCustomer(backend)
    const burned = await codeFor(email)
    for (let guess = 1; guess <= 5; guess += 1) await enter(email, wrong(burned))
    clock.advance(60)
    expect((await enter(email, await codeFor(email))).status).toBe(200)
  })

  it('in the network of the customer cannot keep them out by requesting and guessing', async () => {
    const { email } = await newCustomer(backend)
    const guesses = () => Promise.all([1, 2, 3, 4, 5].map(() => enter(email, 'ZZZZZZ')))
    await codeFor(email)
    await guesses()
    clock.advance(60)
    const long = await longCodeFor(email)
    for (let minute = 1; minute < 20; minute += 1) {
      await guesses()
      clock.advance(60)
      await ask(email)
    }
    expect(await mailsTo(email)).toHaveLength(5)
    expect((await enter(email, long)).status).toBe(200)
    expect(briefOf(await enter(email, long))).toBe(invalid)
  })

  it('cannot keep the customer out with a thousand guesses from everywhere', async () => {
    const { email } = await newCustomer(backend)
    await codeFor(email)
    clock.advance(60)
    const long = await longCodeFor(email)
    await db.database.pool.query(
      `update portal_code set guesses_left = 0
        where customer_id = (select id from customer where email = $1)`,
      [email],
    )
    expect((await enter(email, long)).status).toBe(200)
  })

  it('cannot use the long code of another customer or of an expired mail', async () => {
    const [one, other] = [await newCustomer(backend), await newCustomer(backend)]
    await Promise.all([codeFor(one.email), codeFor(other.email)])
    clock.advance(60)
    const long = await longCodeFor(one.email)
    await longCodeFor(other.email)
    expect(briefOf(await enter(other.email, long))).toBe(invalid)
    clock.advance(1800)
    expect(briefOf(await enter(one.email, long))).toBe(invalid)
  })

  it('does not learn from the time of an answer who is a customer', async () => {
    const { email } = await newCustomer(backend)
    const calls = [ask, (address: string) => enter(address, 'AAAAAA')]
    for (const call of calls) {
      for (const address of [email, newAddress()]) {
        const startedAt = performance.now()
        await call(address)
        expect(performance.now() - startedAt).toBeGreaterThan(95)
      }
    }
  })

  it('does not learn who is a customer', async () => {
    const nobody = newAddress()
    expect(await ask(nobody)).toMatchObject({ status: 202, body: {} })
    expect(await mailsTo(nobody)).toEqual([])
    expect(briefOf(await enter(nobody, 'AAAAAA'))).toBe(invalid)
    const unknownPlace = '0191f7a0-0000-7000-8000-000000000001'
    expect(await ask(nobody, unknownPlace)).toMatchObject({ status: 202, body: {} })
    expect(briefOf(await enter(nobody, 'AAAAAA', unknownPlace))).toBe(invalid)
  })

  it('cannot use a code in another organization', async () => {
    const { email } = await newCustomer(backend)
    const beta = await createOrganization(server.current)
    await newCustomer(await newBackend(server.current, beta, ['customers:write']), { email })
    const code = await codeFor(email)
    expect(briefOf(await enter(email, code, beta.id))).toBe(invalid)
    expect((await enter(email, code)).status).toBe(200)
  })

  it('finds no code in the database', async () => {
    const { email } = await newCustomer(backend)
    const code = await codeFor(email)
    const { rows } = await db.database.pool.query<{ text: string }>(
      'select payload::text as text from event_log union all select subject from mail',
    )
    expect(rows.filter(({ text }) => text.includes(code))).toEqual([])
  })
})

it('a malformed code is refused with an explanation', async () => {
  expect(briefOf(await enter('ada@buyer.test', 'short'))).toBe(
    '422 RequestValidationError body.code',
  )
})
