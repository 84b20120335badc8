import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newAccessToken, withToken } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { type StripeStandIn, startStripe } from '../../../../test/stripe/stand-in.ts'
import { assert } from '../../../kernel/assert.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const path = '/customer-portal/customers/me/payment-methods'
let stripe: StripeStandIn
let site: TestServer
let backend: BillingCalls

beforeAll(async () => {
  stripe = await startStripe()
  site = await startTestServer(db, stripe.env)
  const scopes = ['customers:write', 'customer_sessions:write'] as const
  const { token } = await newAccessToken(site, await createOrganization(site), scopes)
  backend = withToken(site, token)
})
afterAll(async () => {
  await site?.stop()
  await stripe?.stop()
})

async function newGuest(): Promise<BillingCalls> {
  const { id } = await newCustomer(backend)
  const { body } = await backend.post('/customer-sessions/', { customer_id: id })
  return withToken(site, String(body?.['token']))
}

const inputOf = (confirmation_token_id: string) => ({
  confirmation_token_id,
  set_default: false,
  return_url: 'http://localhost:3000/portal/acme',
})

const made = z.object({ id: z.string() })
const setUp = z.object({ id: z.string(), client_secret: z.string() })

it('a card is stored for its customer, and detached when it is deleted', async () => {
  const guest = await newGuest()
  const { id } = made.parse((await guest.post(path, inputOf('ctoken_good'))).body)
  const [stored] = await runOn<{ method: string; customer: string }>(
    db.url,
    `select processor_id as method, processor_customer_id as customer
       from payment_method where id = '${id}'`,
  )
  expect(stripe.books.customers.has(stored?.customer ?? '')).toBe(true)
  expect(stripe.books.methods.has(stored?.method ?? '')).toBe(true)
  expect(await guest.remove(`${path}/${id}`)).toMatchObject({ status: 204 })
  await site.settle()
  expect(stripe.books.methods.has(stored?.method ?? '')).toBe(false)
})

it('nothing is added while Stripe is unavailable, and the same call can be repeated', async () => {
  const guest = await newGuest()
  const key = { 'idempotency-key': newId('toy') }
  stripe.behavior = 'away'
  const away = await guest.post(path, inputOf('ctoken_good'), key)
  expect(briefOf(away)).toBe('503 PaymentProcessorAway')
  stripe.behavior = 'healthy'
  expect(await guest.post(path, inputOf('ctoken_good'), key)).toMatchObject({ status: 201 })
  expect(Object((await guest.get(path)).body).items).toHaveLength(1)
})

it('a card that requires authentication is stored after the customer confirmed', async () => {
  const guest = await newGuest()
  const started = await guest.post(`${path}/set-ups`, inputOf('ctoken_authenticate'))
  const { id, client_secret: secret } = setUp.parse(started.body)
  stripe.answer(secret.split('_secret_')[0] ?? '', 'succeeded')
  const confirmed = await guest.post(`${path}/set-ups/${id}/confirm`, {})
  expect(confirmed).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  expect(stripe.faults).toEqual([])
})

it('a card is stored also where the customer closed the page before the bank answered', async () => {
  const guest = await newGuest()
  const started = await guest.post(`${path}/set-ups`, inputOf('ctoken_authenticate'))
  const { client_secret: secret } = setUp.parse(started.body)
  const intentId = secret.split('_secret_')[0] ?? ''
  const sendWebhook = async (type: string, object: Parameters<typeof stripe.call>[1]) => {
    const { body, headers } = stripe.call(type, object)
    const answer = await fetch(`${site.url}/webhooks/stripe`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    await site.settle()
    return Object((await guest.get(path)).body).items
  }
  const intent = () => {
    const known = stripe.books.intents.get(intentId)
    assert(known !== undefined, 'Stripe has it')
    return known
  }
  expect(await sendWebhook('setup_intent.succeeded', { ...intent(), status: 'succeeded' })).toEqual(
    [],
  )
  stripe.answer(intentId, 'succeeded')
  const foreign = { organization_id: newId('organization'), set_up_id: newId('methodSetUp') }
  expect(await sendWebhook('setup_intent.succeeded', { ...intent(), metadata: foreign })).toEqual(
    [],
  )
  expect(await sendWebhook('setup_intent.succeeded', { ...intent(), metadata: {} })).toEqual([])
  expect(await sendWebhook('setup_intent.succeeded', intent())).toHaveLength(1)
  expect(await sendWebhook('setup_intent.succeeded', intent())).toHaveLength(1)
})
