import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type MadeCustomer, newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { sweepCustomerSessions } from '../jobs/sweep-sessions.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
const path = '/customer-sessions/'
let acme: OwnedOrganization
let calls: BillingCalls
let ann: MadeCustomer

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await backendOf(acme)
  ann = await newCustomer(calls, { external_id: 'ann/1', name: 'Ann' })
})

async function backendOf(organization: OwnedOrganization): Promise<BillingCalls> {
  const scopes = ['customers:write', 'customer_sessions:write'] as const
  return newBackend(server.current, organization, scopes)
}

const made = z.object({ id: z.string(), token: z.string(), expires_at: z.string() })

async function createSession(input: object, as = calls) {
  const answer = await as.post(path, input)
  expect(answer.status).toBe(201)
  return made.parse(answer.body)
}

/** Which of the secrets are still in the directory. */
async function known(...tokens: readonly string[]): Promise<boolean[]> {
  const rows = await runOn<{ hash: Buffer }>(db.ownerUrl, 'select hash from secret_directory')
  const hashes = new Set(rows.map(({ hash }) => hash.toString('hex')))
  return tokens.map((token) => hashes.has(hashSecret(token).toString('hex')))
}

describe('a customer session', () => {
  it.each(['customer_id', 'customer_external_id', 'external_customer_id'])(
    'is created for the customer that %s names',
    async (field) => {
      const whom = field === 'customer_id' ? ann.id : 'ann/1'
      const { status, body } = await calls.post(path, { [field]: whom })
      const token = String(body?.['token'])
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.any(String),
        created_at: expect.any(String),
        modified_at: null,
        token,
        expires_at: expect.any(String),
        customer_portal_url: `${server.current.url}/portal/${acme.slug}?customer_session_token=${token}`,
        return_url: null,
        customer_id: ann.id,
        customer: (await calls.get(`/customers/${ann.id}`)).body,
      })
      expect(hasSecretShape(secretPrefixes.customerSession, token)).toBe(true)
      const lasts =
        Date.parse(String(body?.['expires_at'])) - Date.parse(String(body?.['created_at']))
      expect(lasts).toBe(3_600_000)
    },
  )

  it.each([
    [{}, 'customer_id'],
    [{ customer_id: 'ann' }, 'customer_id'],
    [{ customer_id: '00000000-0000-7000-8000-000000000000' }, 'customer_id'],
    [{ customer_external_id: 'unknown' }, 'customer_external_id'],
    [{ external_customer_id: 'unknown' }, 'external_customer_id'],
    [{ customer_external_id: 'ann/1', external_customer_id: 'ann/1' }, 'customer_id'],
    [{ external_id: 'ann/1', customer_external_id: 'ann/1' }, 'external_id'],
  ])('is refused for %j', async (input, field) => {
    expect(briefOf(await calls.post(path, input))).toBe(`422 RequestValidationError body.${field}`)
  })

  it('requires its own scope', async () => {
    const backend = await newBackend(server.current, acme, ['customers:write'])
    const answer = await backend.post(path, {
      customer_id: ann.id,
    })
    expect(briefOf(answer)).toBe('403 NotPermitted')
  })

  it('expires by the organization’s clock', async () => {
    const beta = await createOrganization(server.current)
    const backend = await backendOf(beta)
    const { id } = await newCustomer(backend)
    await runOn(db.ownerUrl, 'insert into organization_clock values ($1, $2)', [
      beta.id,
      '2031-01-01T00:00:00Z',
    ])
    expect((await createSession({ customer_id: id }, backend)).expires_at).toBe(
      '2031-01-01T01:00:00.000Z',
    )
  })

  it('does not store its secret', async () => {
    const key = { 'idempotency-key': 'one-session' }
    const first = await calls.post(path, { customer_id: ann.id }, key)
    expect((await calls.post(path, { customer_id: ann.id }, key)).text).toBe(first.text)
    const secret = String(first.body?.['token']).slice(secretPrefixes.customerSession.length)
    await server.current.settle()
    expect(server.current.logged.some((line) => line.includes(secret))).toBe(false)
    for (const table of ['customer_session', 'secret_directory', 'outbox', 'event_log']) {
      const like = `select from ${table} t where t::text like $1`
      expect(await runOn(db.ownerUrl, like, [`%${secret}%`])).toEqual([])
    }
    const answers = await runOn<{ answer: Buffer | null }>(
      db.ownerUrl,
      'select answer from idempotency_key',
    )
    expect(answers.some(({ answer }) => answer?.includes(secret))).toBe(false)
  })

  it('ends when the customer is deleted', async () => {
    const bob = await newCustomer(calls)
    const [first, second, other] = [
      await createSession({ customer_id: bob.id }),
      await createSession({ customer_id: bob.id }),
      await createSession({ customer_id: ann.id }),
    ]
    const tokens = [first.token, second.token, other.token]
    expect(await known(...tokens)).toEqual([true, true, true])
    expect((await calls.remove(`/customers/${bob.id}`)).status).toBe(204)
    expect(await known(...tokens)).toEqual([false, false, true])
    const answer = await calls.post(path, { customer_id: bob.id })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.customer_id')
  })
})

describe('all sessions of a customer', () => {
  const tokensOf = async (customer_id: string) => {
    const { token } = await createSession({ customer_id })
    const { token: second } = await createSession({ customer_id })
    return [token, second] as const
  }

  it('are ended by the seller, and those of others are not', async () => {
    const bob = await newCustomer(calls)
    const tokens = await tokensOf(bob.id)
    const other = await createSession({ customer_id: ann.id })
    expect((await calls.remove(`/customers/${bob.id}/sessions`)).status).toBe(204)
    expect(await known(...tokens, other.token)).toEqual([false, false, true])
    expect((await calls.remove(`/customers/${bob.id}/sessions`)).status).toBe(204)
    const me = withToken(server.current, tokens[0]).get('/customer-portal/customers/me')
    expect(briefOf(await me)).toBe('401 Unauthorized')
  })

  it('are ended with the scope of sessions only', async () => {
    const backend = await newBackend(server.current, acme, ['customers:write'])
    expect(briefOf(await backend.remove(`/customers/${ann.id}/sessions`))).toBe('403 NotPermitted')
    const beta = await backendOf(await createOrganization(server.current))
    expect(briefOf(await beta.remove(`/customers/${ann.id}/sessions`))).toBe('404 ResourceNotFound')
  })

  it.each(['by id', 'by external id', 'by upsert'])(
    'end when the seller changes the email address %s',
    async (how) => {
      const external_id = newAddress()
      const { id, email } = await newCustomer(calls, { external_id })
      const change = (input: { email: string }) => {
        if (how === 'by id') return calls.patch(`/customers/${id}`, input)
        const path = `/customers/external/${external_id}`
        return how === 'by upsert' ? calls.put(path, input) : calls.patch(path, input)
      }
      const tokens = await tokensOf(id)
      expect((await change({ email: email.toUpperCase() })).status).toBe(200)
      expect(await known(...tokens)).toEqual([true, true])
      expect((await change({ email: newAddress() })).status).toBe(200)
      expect(await known(...tokens)).toEqual([false, false])
    },
  )
})

it('expired sessions are swept by the clock of their organization', async () => {
  const sandbox = await createOrganization(server.current)
  const inSandbox = await backendOf(sandbox)
  const { id } = await newCustomer(inSandbox)
  const frozenAt = new Date(clock.now().getTime() + 60_000)
  await runOn(db.ownerUrl, 'insert into organization_clock values ($1, $2)', [sandbox.id, frozenAt])
  const valid = await createSession({ customer_id: id }, inSandbox)
  const expired = await createSession({ customer_id: ann.id })
  clock.advance(3700)
  const fresh = await createSession({ customer_id: ann.id })
  const { database } = server.current
  await sweepCustomerSessions({ uowFactory: { database, clock, wake: () => undefined } })
  expect(await known(expired.token, fresh.token, valid.token)).toEqual([false, true, true])
})
