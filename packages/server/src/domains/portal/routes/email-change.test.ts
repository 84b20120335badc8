import { beforeAll, describe, expect, it } from 'vitest'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  newBackend,
  withToken,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { untilBlocked } from '../../../../test/until-blocked.ts'
import { assert } from '../../../kernel/assert.ts'

const clock = movableClock()
const db = testDatabase()
const server = testServer(db, {}, { clock })
let acme: OwnedOrganization
let seller: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, ['customers:write', 'customer_sessions:write'])
})

const me = '/customer-portal/customers/me'
const invalid = '422 RequestValidationError body.code'
const ended = '401 Unauthorized'

async function openSession(customer_id: string): Promise<BillingCalls> {
  const { body } = await seller.post('/customer-sessions/', { customer_id })
  return withToken(server.current, String(body?.['token']))
}

async function newcomer() {
  const customer = await newCustomer(seller)
  return { ...customer, session: await openSession(customer.id) }
}

const mailsTo = async (email: string) =>
  (await server.current.sentMails()).filter(({ to }) => to === email)

/** The code in the latest mail. */
async function codeFor(email: string): Promise<string> {
  const [, code] = /Code: ([A-Z0-9]{6})\b/.exec((await mailsTo(email)).at(-1)?.text ?? '') ?? []
  assert(code !== undefined, 'a code is in the mail')
  return code
}

const wrong = (code: string): string =>
  code.replaceAll(/./g, (letter) => (letter === 'A' ? 'B' : 'A'))

const ask = (session: BillingCalls, email: string) => session.patch(me, { email })
const enter = (session: BillingCalls, code: string) => session.post(`${me}/email`, { code })

describe('a customer who changes their address', () => {
  it('keeps the former one until the code that was mailed to the new one is entered', async () => {
    const { id, email, session } = await newcomer()
    const other = await openSession(id)
    const fresh = newAddress()
    const asked = await session.patch(me, { email: fresh, name: 'Ada' })
    expect(asked).toMatchObject({
      status: 200,
      body: { email, pending_email: fresh, name: 'Ada', email_verified: false },
    })
    expect((await seller.get(`/customers/${id}`)).body).toMatchObject({ email })
    const confirmed = await enter(session, (await codeFor(fresh)).toLowerCase())
    expect(confirmed).toMatchObject({
      status: 200,
      body: { email: fresh, pending_email: null, email_verified: true },
    })
    expect((await seller.get(`/customers/${id}`)).body).toMatchObject({ email: fresh })
    const [notice] = await mailsTo(email)
    expect(notice?.subject).toMatch(/was changed/)
    expect(notice?.text).toContain(fresh)
    expect((await session.get(me)).status).toBe(200)
    expect(briefOf(await other.get(me))).toBe(ended)
  })

  it('needs no code for another spelling, which ends no session', async () => {
    const { id, email, session } = await newcomer()
    const other = await openSession(id)
    const spelled = email.toUpperCase()
    expect((await ask(session, spelled)).body).toMatchObject({
      email: spelled,
      pending_email: null,
    })
    expect(await mailsTo(email)).toEqual([])
    expect((await other.get(me)).status).toBe(200)
  })

  it('can withdraw the request by giving the current address', async () => {
    const { email, session } = await newcomer()
    const fresh = newAddress()
    await ask(session, fresh)
    expect((await ask(session, email)).body).toMatchObject({ email, pending_email: null })
    expect(briefOf(await enter(session, await codeFor(fresh)))).toBe(invalid)
  })

  it('can correct a typing error, and only the latest code is valid', async () => {
    const { session } = await newcomer()
    const [mistyped, fresh] = [newAddress(), newAddress()]
    await ask(session, mistyped)
    await ask(session, fresh)
    expect(briefOf(await enter(session, await codeFor(mistyped)))).toBe(invalid)
    expect((await enter(session, await codeFor(fresh))).body).toMatchObject({ email: fresh })
  })

  it('cannot use a code after half an hour, or twice', async () => {
    const { session } = await newcomer()
    const fresh = newAddress()
    await ask(session, fresh)
    const code = await codeFor(fresh)
    clock.advance(1800)
    expect(briefOf(await enter(session, code))).toBe(invalid)
    expect((await session.get(me)).body).toMatchObject({ pending_email: null })
    await ask(session, fresh)
    const second = await codeFor(fresh)
    const both = await Promise.all([enter(session, second), enter(session, second)])
    expect(both.map(briefOf).toSorted()).toEqual(['200', invalid])
  })
})

describe('an attacker with a session', () => {
  it('has five guesses for the code, even concurrently', async () => {
    const { session } = await newcomer()
    const fresh = newAddress()
    await ask(session, fresh)
    const code = await codeFor(fresh)
    const guesses = Array.from({ length: 5 }, () => enter(session, wrong(code)))
    expect(new Set((await Promise.all(guesses)).map(briefOf))).toEqual(new Set([invalid]))
    expect(briefOf(await enter(session, code))).toBe(invalid)
    await ask(session, fresh)
    expect((await enter(session, await codeFor(fresh))).status).toBe(200)
  })

  it('does not learn whether another customer has the address', async () => {
    const { email: taken } = await newCustomer(seller)
    const { email, session } = await newcomer()
    const unknown = newAddress()
    expect((await ask(session, taken)).body).toMatchObject({ email, pending_email: taken })
    expect((await ask(session, unknown)).body).toMatchObject({ email, pending_email: unknown })
  })

  it('cannot take the address of another customer, even with the code', async () => {
    const { email: taken } = await newCustomer(seller)
    const { session, email } = await newcomer()
    await ask(session, taken)
    const refused = await enter(session, await codeFor(taken))
    expect(briefOf(refused)).toBe('422 RequestValidationError body.email')
    expect((await session.get(me)).body).toMatchObject({ email })
  })

  it('cannot use a code after the seller has changed the address', async () => {
    const { id, session } = await newcomer()
    const fresh = newAddress()
    await ask(session, fresh)
    const code = await codeFor(fresh)
    await seller.patch(`/customers/${id}`, { email: newAddress() })
    const again = await openSession(id)
    expect(briefOf(await enter(again, code))).toBe(invalid)
    expect((await again.get(me)).body).toMatchObject({ pending_email: null })
  })
})

describe('a session that ends while its change waits for the customer', () => {
  /** Ends all sessions of a customer between the start of the call and its end. */
  async function duringEnd(id: string, call: () => Promise<BillingAnswer>): Promise<BillingAnswer> {
    const client = await db.database.pool.connect()
    await client.query('begin')
    await client.query('select from customer where id = $1 for no key update', [id])
    const answer = call()
    await untilBlocked(db.database, answer)
    await client.query(
      `with ended as (delete from customer_session where customer_id = $1 returning secret_hash)
       delete from secret_directory where hash in (select secret_hash from ended)`,
      [id],
    )
    await client.query('commit')
    client.release()
    return answer
  }

  it('confirms no address', async () => {
    const { id, email, session } = await newcomer()
    const fresh = newAddress()
    await ask(session, fresh)
    const code = await codeFor(fresh)
    expect(briefOf(await duringEnd(id, () => enter(session, code)))).toBe(ended)
    expect((await seller.get(`/customers/${id}`)).body).toMatchObject({ email })
  })

  it('changes no details', async () => {
    const { id, session } = await newcomer()
    const change = () => session.patch(me, { name: 'Stranger', email: newAddress() })
    expect(briefOf(await duringEnd(id, change))).toBe(ended)
    expect((await seller.get(`/customers/${id}`)).body).toMatchObject({ name: null })
  })
})

describe('with limits', () => {
  const limited = testServer(db, { GUILDHALL_RATE_LIMIT: 'on' }, { clock })

  it('nobody floods mailboxes by changing addresses', async () => {
    const { id } = await newCustomer(seller)
    const { body } = await seller.post('/customer-sessions/', { customer_id: id })
    const session = withToken(limited.current, String(body?.['token']))
    const statuses: number[] = []
    for (let request = 1; request <= 6; request += 1) {
      statuses.push((await ask(session, newAddress())).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await session.patch(me, { name: 'Ada' })).status).toBe(200)
  })
})

describe('without mail', () => {
  const mute = testServer(db, { GUILDHALL_URL: 'https://shop.example' }, { clock })

  it('an address cannot be changed, and nothing else of the request is saved', async () => {
    const { id } = await newCustomer(seller)
    const { body } = await seller.post('/customer-sessions/', { customer_id: id })
    const call = await fetch(`http://127.0.0.1:${mute.current.port}/v1${me}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${String(body?.['token'])}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: newAddress(), name: 'Ada' }),
    })
    expect(call.status).toBe(403)
    expect(await call.json()).toMatchObject({ detail: expect.stringContaining('can’t send email') })
    expect((await seller.get(`/customers/${id}`)).body).toMatchObject({ name: null })
  })
})
