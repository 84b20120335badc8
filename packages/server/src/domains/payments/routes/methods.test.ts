import { id as idOf } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newAccessToken, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newSubscriptionRow } from '../../../../test/subscribers.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)
const path = '/customer-portal/customers/me/payment-methods'
let acme: OwnedOrganization
let backend: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  const scopes = ['customers:write', 'customer_sessions:write', 'products:write'] as const
  const { token } = await newAccessToken(server.current, acme, scopes)
  backend = withToken(server.current, token)
})

/** A customer in the portal of a seller. */
async function newGuest(): Promise<BillingCalls> {
  const { id } = await newCustomer(backend)
  return portalOf(id)
}

async function portalOf(customer: string): Promise<BillingCalls> {
  const { body } = await backend.post('/customer-sessions/', { customer_id: customer })
  return withToken(server.current, String(body?.['token']))
}

/** A subscription that is charged to this card, or to the default. */
async function newPayer(card: string | null) {
  const { id } = await newCustomer(backend)
  const guest = await portalOf(id)
  const product = await newProduct(backend, { recurring_interval: 'month' })
  const first = card === null ? null : await add(guest, card)
  const subscription = await newSubscriptionRow(db.database, {
    organizationId: idOf('organization').parse(acme.id),
    customerId: idOf('customer').parse(id),
    productId: idOf('product').parse(product.id),
  })
  await runOn(
    db.ownerUrl,
    `insert into subscription_price (organization_id, subscription_id, product_price_id, position,
                                     kind, amount)
     values ('${acme.id}', '${subscription}', '${product.prices[0]?.id}', 0, 'fixed', 1000)`,
  )
  const paidWith = async () => {
    const [row] = await runOn<{ method: string | null }>(
      db.url,
      `select payment_method_id as method from subscription where id = '${subscription}'`,
    )
    return row?.method
  }
  const name = (method: string) =>
    runOn(
      db.ownerUrl,
      `update subscription set payment_method_id = '${method}' where id = '${subscription}'`,
    )
  return { guest, first: first?.id ?? '', paidWith, name }
}

const inputOf = (confirmation_token_id = 'tok_sandbox_ok', set_default = false) => ({
  confirmation_token_id,
  set_default,
  return_url: 'http://localhost:3000/portal/acme',
})

const shown = z.object({
  id: z.string(),
  default: z.boolean(),
  card: z.object({ last4: z.string() }),
})
const listed = z.object({ items: z.array(shown) })

async function add(guest: BillingCalls, token?: string, isDefault?: boolean) {
  const answer = await guest.post(path, inputOf(token, isDefault))
  expect(answer).toMatchObject({ status: 201 })
  return shown.parse(answer.body)
}

async function cardsOf(guest: BillingCalls): Promise<string[]> {
  const { body } = await guest.get(path)
  return listed
    .parse(body)
    .items.map((one) => (one.default ? `${one.card.last4}!` : one.card.last4))
}

async function eventsAbout(id: string): Promise<string[]> {
  const rows = await runOn<{ name: string }>(
    db.url,
    `select name from (select id, name, object_id from outbox
                       union all select id, name, object_id from event_log) e
      where object_id = '${id}' order by id`,
  )
  return rows.map(({ name }) => name)
}

describe('a card that a customer adds', () => {
  it('is stored without a charge, and becomes the first default', async () => {
    const guest = await newGuest()
    const { status, body } = await guest.post(path, inputOf())
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        created_at: expect.any(String),
        type: 'card',
        default: true,
        card: {
          brand: 'visa',
          last4: '4242',
          exp_month: 12,
          exp_year: expect.any(Number),
          wallet: null,
        },
        method_metadata: {
          brand: 'visa',
          last4: '4242',
          exp_month: 12,
          exp_year: expect.any(Number),
          wallet: null,
        },
        customer_id: expect.any(String),
        modified_at: null,
        processor: 'stripe',
      },
    })
    await add(guest, 'tok_sandbox_fails_later')
    expect(await cardsOf(guest)).toEqual(['4242!', '0341'])
    expect(await eventsAbout(String(body?.['id']))).toEqual([
      'payment_method.added',
      'payment_method.default_changed',
    ])
  })

  it('becomes the default if requested', async () => {
    const guest = await newGuest()
    await add(guest)
    await add(guest, 'tok_sandbox_fails_later', true)
    expect(await cardsOf(guest)).toEqual(['4242', '0341!'])
  })

  it.each([
    ['tok_sandbox_declined', '422 RequestValidationError body.confirmation_token_id'],
    ['tok_sandbox_of_nobody', '422 RequestValidationError body.confirmation_token_id'],
    ['tok_sandbox_authenticate', '422 RequestValidationError body.confirmation_token_id'],
    ['tok_4242424242424242', '422 RequestValidationError body.confirmation_token_id'],
    ['', '422 RequestValidationError body.confirmation_token_id'],
  ])('is refused as %s', async (token, brief) => {
    const guest = await newGuest()
    expect(briefOf(await guest.post(path, inputOf(token)))).toBe(brief)
    expect(await cardsOf(guest)).toEqual([])
  })

  it('is added once, also when the call is repeated with its key', async () => {
    const guest = await newGuest()
    const key = { 'idempotency-key': newId('toy') }
    const answers = [await guest.post(path, inputOf(), key), await guest.post(path, inputOf(), key)]
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(await cardsOf(guest)).toEqual(['4242!'])
  })

  it('leaves one default when several are added concurrently', async () => {
    const guest = await newGuest()
    await Promise.all(Array.from({ length: 6 }, () => add(guest, 'tok_sandbox_ok', true)))
    const cards = await cardsOf(guest)
    expect(cards.toSorted()).toEqual([...Array.from({ length: 5 }, () => '4242'), '4242!'])
  })
})

const setUp = z.object({
  id: z.string(),
  status: z.string(),
  client_secret: z.nullable(z.string()),
  decline_message: z.nullable(z.string()),
  payment_method: z.nullable(shown),
})

async function startSetUp(guest: BillingCalls, token: string) {
  const answer = await guest.post(`${path}/set-ups`, inputOf(token))
  expect(answer).toMatchObject({ status: 201 })
  return setUp.parse(answer.body)
}

describe('a card that requires authentication', () => {
  const answer = (secret: string | null, outcome: string) =>
    backend.post(`/sandbox/authentications/${secret}`, { outcome })
  const confirm = async (guest: BillingCalls, id: string) =>
    setUp.parse((await guest.post(`${path}/set-ups/${id}/confirm`, {})).body)

  it('is stored when the customer confirms', async () => {
    const guest = await newGuest()
    const {
      id,
      status,
      client_secret: secret,
    } = await startSetUp(guest, 'tok_sandbox_authenticate')
    expect([status, await cardsOf(guest)]).toEqual(['requires_action', []])
    expect(await confirm(guest, id)).toMatchObject({ status: 'requires_action' })
    await answer(secret, 'confirmed')
    const done = { id, status: 'succeeded', payment_method: { card: { last4: '3155' } } }
    expect(await confirm(guest, id)).toMatchObject(done)
    expect(await confirm(guest, id)).toMatchObject(done)
    expect(await cardsOf(guest)).toEqual(['3155!'])
  })

  it('is not stored when they decline', async () => {
    const guest = await newGuest()
    const { id, client_secret: secret } = await startSetUp(guest, 'tok_sandbox_authenticate')
    await answer(secret, 'declined')
    expect(await confirm(guest, id)).toMatchObject({
      status: 'failed',
      client_secret: null,
      decline_message: expect.stringContaining('Your bank didn’t confirm'),
    })
    expect(await cardsOf(guest)).toEqual([])
  })

  it('has its result immediately where no authentication is required', async () => {
    const guest = await newGuest()
    expect(await startSetUp(guest, 'tok_sandbox_ok')).toMatchObject({ status: 'succeeded' })
    expect(await startSetUp(guest, 'tok_sandbox_lost')).toMatchObject({ status: 'failed' })
    const number = await guest.post(`${path}/set-ups`, inputOf('x_4242424242424242'))
    expect(briefOf(number)).toBe('422 RequestValidationError body.confirmation_token_id')
  })

  it('can’t be confirmed by another customer', async () => {
    const { id } = await startSetUp(await newGuest(), 'tok_sandbox_authenticate')
    const other = await newGuest()
    expect(briefOf(await other.post(`${path}/set-ups/${id}/confirm`, {}))).toBe(
      '404 ResourceNotFound',
    )
  })
})

describe('a stored card', () => {
  it('becomes the default, with one event', async () => {
    const guest = await newGuest()
    await add(guest)
    const { id } = await add(guest, 'tok_sandbox_fails_later')
    const make = () => guest.post(`${path}/${id}/default`, {})
    expect(await make()).toMatchObject({ status: 200, body: { id, default: true } })
    expect(await make()).toMatchObject({ status: 200 })
    expect(await cardsOf(guest)).toEqual(['4242', '0341!'])
    expect(await eventsAbout(id)).toEqual([
      'payment_method.added',
      'payment_method.default_changed',
    ])
  })

  it('is deleted, and another one becomes the default', async () => {
    const guest = await newGuest()
    const { id } = await add(guest)
    await add(guest, 'tok_sandbox_fails_later')
    expect(await guest.remove(`${path}/${id}`)).toMatchObject({ status: 204, text: '' })
    expect(await cardsOf(guest)).toEqual(['0341!'])
    expect(briefOf(await guest.remove(`${path}/${id}`))).toBe('404 ResourceNotFound')
    await vi.waitFor(async () => expect(await eventsAbout(id)).toContain('payment_method.deleted'))
  })

  it('can’t be deleted while a subscription needs it and there is no other', async () => {
    const { guest, first } = await newPayer('tok_sandbox_ok')
    const refused = await guest.remove(`${path}/${first}`)
    expect(briefOf(refused)).toBe('400 PaymentMethodInUseByActiveSubscription')
    expect(await cardsOf(guest)).toEqual(['4242!'])
  })

  it('is replaced by another one wherever it is charged', async () => {
    const { guest, first, paidWith, name } = await newPayer('tok_sandbox_ok')
    await name(first)
    const second = await add(guest, 'tok_sandbox_fails_later')
    expect(await guest.remove(`${path}/${first}`)).toMatchObject({ status: 204 })
    expect([await paidWith(), await cardsOf(guest)]).toEqual([second.id, ['0341!']])
  })

  it('is deleted once, when the last two are deleted concurrently', async () => {
    const { guest, first } = await newPayer('tok_sandbox_ok')
    const { id: second } = await add(guest, 'tok_sandbox_ok')
    const answers = await Promise.all([first, second].map((id) => guest.remove(`${path}/${id}`)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '400'])
    expect(await cardsOf(guest)).toEqual(['4242!'])
  })

  it('is not found by another customer', async () => {
    const { id } = await add(await newGuest())
    const other = await newGuest()
    expect(briefOf(await other.remove(`${path}/${id}`))).toBe('404 ResourceNotFound')
    expect(briefOf(await other.post(`${path}/${id}/default`, {}))).toBe('404 ResourceNotFound')
    expect(await cardsOf(other)).toEqual([])
  })
})

describe('other callers are refused', () => {
  it.each([
    ['GET', path],
    ['POST', path],
    ['POST', `${path}/set-ups`],
    ['POST', `${path}/set-ups/${newId('methodSetUp')}/confirm`],
    ['POST', `${path}/${newId('paymentMethod')}/default`],
    ['DELETE', `${path}/${newId('paymentMethod')}`],
  ])('%s %s', async (method, at) => {
    const send = (token: string | null) =>
      fetch(`${server.current.url}/v1${at}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(method === 'POST' && { body: JSON.stringify(inputOf()) }),
      })
    expect((await send(null)).status).toBe(401)
    expect((await send('guildhall_cst_nobody')).status).toBe(401)
  })
})
