import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { freePrice, type MadeProduct, newProduct } from '../../../../test/products.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  newBackend,
  withNothing,
  withToken,
} from '../../../../test/sellers.ts'
import { headingOf } from '../../../../test/sent-mails.ts'
import { testServer } from '../../../../test/server.ts'
import { newMonthly } from '../../../../test/subscription-checkouts.ts'
import { assert } from '../../../kernel/assert.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let seller: BillingCalls
let sample: MadeProduct
let monthly: MadeProduct
let expensive: MadeProduct

const unproved = '403 CustomerEmailUnproved'
const secretStreet = 'Secret street 1'

beforeAll(async () => {
  acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, [
    'checkouts:write',
    'products:write',
    'customers:write',
    'customer_sessions:write',
    'orders:read',
    'subscriptions:write',
    'organizations:write',
  ])
  const settings = { allow_customer_updates: true, allow_multiple_subscriptions: true }
  await seller.patch(`/organizations/${acme.id}/billing-settings`, settings)
  sample = await newProduct(seller, { name: 'Sample', prices: [freePrice] })
  monthly = await newMonthly(seller)
  expensive = await newMonthly(seller, {
    name: 'Expensive',
    prices: [{ amount_type: 'fixed', price_amount: 99_900 }],
  })
})

/** Buys in a browser, without anything that the seller made for the buyer. */
async function buy(product: MadeProduct, input: object): Promise<Bought> {
  const browser = withNothing(server.current)
  const { body } = await browser.post('/checkouts/client/', { product_id: product.id })
  const path = `/checkouts/client/${String(body?.['client_secret'])}/confirm`
  const confirmed = await browser.post(path, input)
  expect(confirmed).toMatchObject({ status: 200 })
  await server.current.settle()
  const token = String(confirmed.body?.['customer_session_token'])
  const checkoutId = String(confirmed.body?.['id'])
  return { confirmed, checkoutId, token, session: withToken(server.current, token) }
}

interface Bought {
  readonly confirmed: BillingAnswer
  readonly checkoutId: string
  readonly token: string
  readonly session: BillingCalls
}

const paid = (customer_email: string) => ({
  customer_email,
  customer_name: 'The Victim',
  customer_billing_address: { country: 'DE', line1: secretStreet, city: 'Berlin' },
  confirmation_token_id: 'tok_sandbox_ok',
})

const page = z.object({ items: z.array(z.object({ id: z.string() })) })

async function idsAt(calls: BillingCalls, path: string): Promise<string[]> {
  const { status, body } = await calls.get(path)
  expect(status).toBe(200)
  return page.parse(body).items.map(({ id }) => id)
}

async function onlyIdAt(calls: BillingCalls, path: string): Promise<string> {
  const [id, ...others] = await idsAt(calls, path)
  assert(id !== undefined && others.length === 0, `there is one at ${path}`)
  return id
}

const portal = '/customer-portal'

describe('a stranger who took a sample with the address of a victim', () => {
  let stranger: Bought
  let victim: Bought
  let order: string
  let subscription: string
  let customer: string

  beforeAll(async () => {
    const email = newAddress()
    stranger = await buy(sample, { customer_email: email })
    victim = await buy(monthly, paid(email))
    const bought = await seller.get(`/orders/?checkout_id=${victim.checkoutId}`)
    const shape = z.object({
      items: z.array(
        z.object({ id: z.string(), customer_id: z.string(), subscription_id: z.string() }),
      ),
    })
    const [found] = shape.parse(bought.body).items
    assert(found !== undefined, 'the victim has an order')
    ;({ id: order, customer_id: customer, subscription_id: subscription } = found)
  })

  it('sees only the sample, although both belong to one customer', async () => {
    const { body } = await seller.get(`/orders/?customer_id=${customer}`)
    expect(page.parse(body).items).toHaveLength(2)
    const { text } = await stranger.session.get(`${portal}/orders/`)
    expect(await idsAt(stranger.session, `${portal}/orders/`)).toHaveLength(1)
    expect(text).toContain(stranger.checkoutId)
    for (const hidden of [secretStreet, customer, order]) expect(text).not.toContain(hidden)
    expect(await idsAt(stranger.session, `${portal}/subscriptions/`)).toEqual([])
    const own = await onlyIdAt(stranger.session, `${portal}/orders/`)
    const shown = await stranger.session.get(`${portal}/orders/${own}`)
    expect(shown).toMatchObject({ status: 200, body: { product: { name: 'Sample' } } })
    expect(shown.text).not.toContain(customer)
  })

  it('reads nothing else of the victim', async () => {
    const { session } = stranger
    const me = `${portal}/customers/me`
    const paths = [
      `${portal}/orders/${order}`,
      `${portal}/orders/${order}/invoice`,
      `${portal}/orders/${order}/invoices`,
      `${portal}/orders/${order}/invoices/00000000-0000-7000-8000-000000000000`,
      `${portal}/orders/00000000-0000-7000-8000-000000000000`,
      `${portal}/subscriptions/${subscription}`,
      `${portal}/subscriptions/${subscription}/next-invoice`,
      me,
      `${me}/payment-methods`,
    ]
    const answers = await Promise.all(paths.map((path) => session.get(path)))
    expect(answers.map(briefOf)).toEqual(paths.map(() => unproved))
    expect(answers[0]?.body?.['detail']).toMatch(/code by mail/)
  })

  it('changes nothing of the victim', async () => {
    const { session } = stranger
    const path = `${portal}/subscriptions/${subscription}`
    const product_id = expensive.id
    const card = {
      confirmation_token_id: 'tok_sandbox_ok',
      set_default: true,
      return_url: 'https://example.com',
    }
    const methods = `${portal}/customers/me/payment-methods`
    const answers = [
      await session.remove(path),
      await session.patch(path, { cancel_at_period_end: true }),
      await session.patch(path, { product_id }),
      await session.post(`${path}/preview`, { product_id }),
      await session.patch(`${portal}/customers/me`, { email: 'stranger@evil.test' }),
      await session.patch(`${portal}/customers/me`, { name: 'Stranger' }),
      await session.post(`${portal}/customers/me/email`, { code: 'AAAAAA' }),
      await session.post(methods, card),
      await session.post(`${methods}/set-ups`, card),
    ]
    expect(answers.map(briefOf)).toEqual(answers.map(() => unproved))
    expect((await seller.get(`/subscriptions/${subscription}`)).body).toMatchObject({
      product_id: monthly.id,
      cancel_at_period_end: false,
    })
    expect((await seller.get(`/customers/${customer}`)).body).toMatchObject({
      email_verified: false,
    })
  })

  it('does not flood the mailbox with free purchases', async () => {
    const email = newAddress()
    for (let at = 1; at <= 7; at += 1) await buy(sample, { customer_email: email })
    const mails = async () =>
      (await server.current.sentMails()).filter(({ to }) => to === email).length
    expect(await mails()).toBe(5)
    const course = await newProduct(seller)
    await buy(course, paid(email))
    expect(await mails()).toBe(6)
  })

  it('does not flood it with free subscriptions either', async () => {
    const email = newAddress()
    const newsletter = await newMonthly(seller, { prices: [freePrice] })
    for (let at = 1; at <= 2; at += 1) await buy(sample, { customer_email: email })
    for (let at = 1; at <= 5; at += 1) await buy(newsletter, { customer_email: email })
    const subjects = async () =>
      (await server.current.sentMails()).filter(({ to }) => to === email).map(headingOf)
    const started = 'Your subscription has started'
    const ordered = ['Thank you for your order', 'Thank you for your order']
    expect(await subjects()).toEqual([...ordered, started, started, started])
    await buy(monthly, paid(email))
    expect(await subjects()).toEqual([...ordered, started, started, started, started])
  })

  it('has taken nothing from the victim, who sees everything with a link of the seller', async () => {
    const { body } = await seller.post('/customer-sessions/', { customer_id: customer })
    const own = withToken(server.current, String(body?.['token']))
    expect((await own.get(`${portal}/customers/me`)).status).toBe(200)
    expect(await idsAt(own, `${portal}/orders/`)).toHaveLength(2)
    expect(await idsAt(own, `${portal}/subscriptions/`)).toEqual([subscription])
  })
})

describe('with limits', () => {
  const limited = testServer(db, { GUILDHALL_RATE_LIMIT: 'on' })

  it('a stranger does not use up the requests of the customer', async () => {
    const { id, email } = await newCustomer(seller)
    const { token } = await buy(sample, { customer_email: email })
    const { body } = await seller.post('/customer-sessions/', { customer_id: id })
    const stranger = withToken(limited.current, token)
    await stranger.get(`${portal}/orders/`)
    // The window must not end before a slow machine has sent the rest.
    await db.database.pool.query(`update rate_limit set ends_at = now() + interval '1 hour'`)
    const flood = Array.from({ length: 300 }, () => stranger.get(`${portal}/orders/`))
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const customer = withToken(limited.current, String(body?.['token']))
    expect((await customer.get(`${portal}/orders/`)).status).toBe(200)
  })
})

describe('a buyer who typed an address', () => {
  it('sees the order, the invoice and the subscription of the purchase, with what they typed', async () => {
    const { session, checkoutId } = await buy(monthly, paid(newAddress()))
    const order = await onlyIdAt(session, `${portal}/orders/`)
    const shown = await session.get(`${portal}/orders/${order}`)
    expect(shown.body).toMatchObject({
      checkout_id: checkoutId,
      billing_address: { line1: secretStreet },
    })
    expect((await session.get(`${portal}/orders/${order}/invoice`)).status).toBe(200)
    const [invoice] = await idsAt(session, `${portal}/orders/${order}/invoices`)
    expect((await session.get(`${portal}/orders/${order}/invoices/${invoice}`)).status).toBe(200)
    const nobodys = '00000000-0000-7000-8000-000000000000'
    const missing = await session.get(`${portal}/orders/${order}/invoices/${nobodys}`)
    expect(briefOf(missing)).toBe(unproved)
    const subscription = await onlyIdAt(session, `${portal}/subscriptions/`)
    const found = await session.get(`${portal}/subscriptions/${subscription}`)
    expect(found).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(briefOf(await session.remove(`${portal}/subscriptions/${subscription}`))).toBe(unproved)
  })

  it('does not see the name that a known customer gave at another purchase', async () => {
    const { email } = await newCustomer(seller, { name: 'Known by name' })
    const { session } = await buy(sample, { customer_email: email })
    const order = await onlyIdAt(session, `${portal}/orders/`)
    const invoice = await session.get(`${portal}/orders/${order}/invoice`)
    expect(briefOf(invoice)).toBe(unproved)
  })

  it('does not see the details that the customer gave later, in orders of the subscription', async () => {
    const { session } = await buy(monthly, paid(newAddress()))
    const subscription = await onlyIdAt(session, `${portal}/subscriptions/`)
    const first = await onlyIdAt(session, `${portal}/orders/`)
    const order = await seller.get(`/orders/${first}`)
    const details = { name: 'Later name', billing_address: { country: 'DE', city: 'Laterburg' } }
    await seller.patch(`/customers/${String(order.body?.['customer_id'])}`, details)
    const change = { product_id: expensive.id, proration_behavior: 'invoice' }
    expect((await seller.patch(`/subscriptions/${subscription}`, change)).status).toBe(200)
    await server.current.settle()
    const later = (await idsAt(session, `${portal}/orders/`)).find((id) => id !== first)
    expect((await seller.get(`/orders/${later}`)).text).toContain('Laterburg')
    const shown = await session.get(`${portal}/orders/${later}`)
    expect(shown.body).toMatchObject({
      subscription_id: subscription,
      billing_name: null,
      billing_address: null,
    })
    expect(shown.text).not.toContain('Laterburg')
    expect(briefOf(await session.get(`${portal}/orders/${later}/invoice`))).toBe(unproved)
    expect(briefOf(await session.get(`${portal}/orders/${later}/invoices`))).toBe(unproved)
  })

  it('learns what the session shows, and with which address to prove it', async () => {
    const email = newAddress()
    const { session, checkoutId } = await buy(sample, { customer_email: email })
    expect(await session.get(`${portal}/customer-session/introspect`)).toMatchObject({
      status: 200,
      body: { checkout_id: checkoutId, email, expires_at: expect.any(String) },
    })
  })

  it('gets the same answer whether or not the address is that of a customer', async () => {
    const { email: known } = await newCustomer(seller, { name: 'Known' })
    const answers = await Promise.all(
      [known, newAddress()].map((customer_email) => buy(sample, { customer_email })),
    )
    for (const { confirmed } of answers) {
      expect(confirmed.body).toMatchObject({
        customer_id: null,
        customer_session_token: expect.stringMatching(/^guildhall_cst_/),
      })
    }
    const shownTo = await Promise.all(
      answers.map(async ({ session }) => {
        const { body } = await session.get(`${portal}/orders/`)
        return z.object({ items: z.array(z.record(z.string(), z.unknown())) }).parse(body).items
      }),
    )
    const customers = shownTo.map(([order]) => [order?.['customer_id'], order?.['user_id']])
    expect(customers[0]).toEqual(customers[1])
  })
})

describe('a buyer whom the seller named', () => {
  const confirmWith = async (input: object) => {
    const { body } = await seller.post('/checkouts/', { products: [sample.id], ...input })
    const path = `/checkouts/client/${String(body?.['client_secret'])}/confirm`
    const confirmed = await withNothing(server.current).post(path, {
      customer_email: newAddress(),
    })
    expect(confirmed).toMatchObject({ status: 200 })
    return withToken(server.current, String(confirmed.body?.['customer_session_token']))
  }

  it('sees everything', async () => {
    const { id } = await newCustomer(seller)
    const session = await confirmWith({ customer_id: id })
    expect(await session.get(`${portal}/customers/me`)).toMatchObject({ status: 200, body: { id } })
  })

  it('sees the purchase where the seller’s id was new, because the address was only typed', async () => {
    const session = await confirmWith({ external_customer_id: newAddress() })
    expect(briefOf(await session.get(`${portal}/customers/me`))).toBe(unproved)
  })
})
