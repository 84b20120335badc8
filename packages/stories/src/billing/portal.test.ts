import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asAnonymous, asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string
let guide: string
let ada: { id: string; customerSession: string }
let bob: { id: string; customerSession: string }

const home = { country: 'DE', city: 'Berlin', postalCode: '10117', line1: 'Platz 1' } as const

const scopes = [
  'checkouts:write',
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'orders:read',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  const product = await backend().products.create({
    name: 'Guide',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1000 }],
    metadata: { shelf: 'A3' },
  })
  guide = product.id
  ada = await newSession('ada@buyer.test')
  bob = await newSession('bob@buyer.test')
})

const backend = () => asBackend(site, token)
/** Has only the session of a customer, no token of the seller. */
const portal = () => asAnonymous(site).customerPortal

async function newSession(email: string) {
  const { id } = await backend().customers.create({ email, metadata: { note: 'VIP' } })
  const session = await backend().customerSessions.create({ customerId: id })
  return { id, customerSession: session.token }
}

/** Calls operations that this version of the official client lacks. */
const asCustomer = (
  session: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) =>
  fetch(`${site.url}/v1/customer-portal${path}`, {
    method,
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const signOut = (session: string) => asCustomer(session, 'DELETE', '/customer-session')

/** The code in the first mail to an address. */
const codeMailedTo = (address: string): Promise<string> =>
  vi.waitFor(async () => {
    const mail = (await site.server.sentMails()).find(({ to }) => to === address)
    const [, code = ''] = /Code: ([A-Z0-9]{6})/.exec(mail?.text ?? '') ?? []
    expect(code).not.toBe('')
    return code
  })

/** A customer buys the guide with a checkout that the seller created for them. */
async function buy({ id }: { id: string }) {
  const { checkouts, orders } = backend()
  const input = { products: [guide], customerId: id }
  const { id: checkoutId, clientSecret } = await checkouts.create(input)
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Ada Buyer',
      customerBillingAddress: home,
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  return vi.waitFor(async () => {
    const [order] = (await orders.list({ checkoutId })).result.items
    if (order === undefined) throw new Error('The order follows')
    return order
  })
}

async function takeSample(customerEmail: string) {
  const { products, checkouts } = backend()
  const { id } = await products.create({
    name: 'Sample',
    recurringInterval: null,
    prices: [{ amountType: 'free' }],
  })
  const { clientSecret } = await checkouts.create({ products: [id] })
  const checkoutConfirmStripe = { customerEmail }
  const buyer = asAnonymous(site).checkouts
  const confirmed = await buyer.clientConfirm({ clientSecret, checkoutConfirmStripe })
  await products.update({ id, productUpdate: { isArchived: true } })
  return confirmed
}

describe('a customer in the portal', () => {
  it('sees themselves without the seller’s data about them', async () => {
    const me = await portal().customers.get(ada)
    expect(me).toMatchObject({ id: ada.id, email: 'ada@buyer.test', oauthAccounts: {} })
    expect(JSON.stringify(me)).not.toContain('VIP')
  })

  it('updates their billing details', async () => {
    const changed = await portal().customers.update(ada, {
      name: 'Ada Lovelace',
      billingAddress: home,
      taxId: 'DE 136695976',
    })
    expect(changed).toMatchObject({ name: 'Ada Lovelace', taxId: ['DE136695976', 'eu_vat'] })
    expect(await backend().customers.get({ id: ada.id })).toMatchObject({
      name: 'Ada Lovelace',
      billingAddress: { country: 'DE', city: 'Berlin' },
      metadata: { note: 'VIP' },
    })
    expect(await portal().customers.update(ada, { taxId: '' })).toMatchObject({ taxId: null })
  })

  it.each([
    ['a tax id without country', { taxId: 'DE136695976' }, 'tax_id'],
    [
      'a tax id that is invalid in its country',
      { taxId: 'DE123', billingAddress: { country: 'DE' as const } },
      'tax_id',
    ],
  ])('gets a validation error for %s', async (_what, input, field) => {
    const error = await thrown(portal().customers.update(bob, input))
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', field] }] })
  })

  it('keeps their address until a mailed code has proved the new one', async () => {
    const changed = await portal().customers.update(bob, { email: 'ADA@buyer.test' })
    expect(changed).toMatchObject({ id: bob.id, email: 'bob@buyer.test' })
    expect(await backend().customers.get({ id: bob.id })).toMatchObject({ email: 'bob@buyer.test' })
  })

  it('moves to a new address with the code that is mailed to it', async () => {
    const cleo = await newSession('cleo@buyer.test')
    await portal().customers.update(cleo, { email: 'cleo@new.test' })
    const confirm = (code: string) =>
      asCustomer(cleo.customerSession, 'POST', '/customers/me/email', { code })
    expect((await confirm('AAAAAA')).status).toBe(422)
    const code = await codeMailedTo('cleo@new.test')
    expect(await (await confirm(code)).json()).toMatchObject({
      id: cleo.id,
      email: 'cleo@new.test',
    })
    expect(await portal().customers.get(cleo)).toMatchObject({
      email: 'cleo@new.test',
      emailVerified: true,
    })
  })

  it('sees their orders and invoices', async () => {
    const order = await buy(ada)
    const { result } = await portal().orders.list(ada, {})
    expect(result.items.map(({ id }) => id)).toEqual([order.id])
    const [shown] = result.items
    expect(shown).toMatchObject({
      totalAmount: 1000,
      product: { name: 'Guide', organization: { slug: 'acme' } },
    })
    expect(JSON.stringify(shown)).not.toContain('A3')
    expect(await portal().orders.get(ada, { id: order.id })).toEqual(shown)
    const { url } = await portal().orders.invoice(ada, { id: order.id })
    expect((await fetch(url)).headers.get('content-type')).toBe('application/pdf')
  })

  it('filters orders by product and type', async () => {
    const found = async (input: Parameters<ReturnType<typeof portal>['orders']['list']>[1]) =>
      (await portal().orders.list(ada, input)).result.pagination.totalCount
    expect(await found({ query: 'uid' })).toBe(1)
    expect(await found({ query: '%' })).toBe(0)
    expect(await found({ productId: guide, productBillingType: 'one_time' })).toBe(1)
    expect(await found({ productBillingType: 'recurring' })).toBe(0)
    expect(await found({ organizationId: guide })).toBe(0)
    expect(await found({ subscriptionId: guide })).toBe(0)
    expect(await found({ sorting: ['-product', 'amount', 'subscription'] })).toBe(1)
  })

  it('sees nothing of other customers', async () => {
    const { id } = await buy(ada)
    expect((await portal().orders.list(bob, {})).result.items).toEqual([])
    expect(await thrown(portal().orders.get(bob, { id }))).toBeInstanceOf(ResourceNotFound)
    expect(await thrown(portal().orders.invoice(bob, { id }))).toBeInstanceOf(ResourceNotFound)
  })
})

describe('a stranger who buys with the address of a customer', () => {
  /** A sample, at a checkout for nobody in particular. */
  it('gets a session as any buyer does, which shows only what they bought', async () => {
    const known = await takeSample('ada@buyer.test')
    const unknown = await takeSample('never-seen@buyer.test')
    for (const { customerId, customerSessionToken } of [known, unknown]) {
      expect(customerId).toBeNull()
      expect(customerSessionToken).toMatch(/^guildhall_cst_/)
    }
    const stranger = { customerSession: known.customerSessionToken }
    const theirs = await buy(ada)
    const seen = await vi.waitFor(async () => {
      const { items } = (await portal().orders.list(stranger, {})).result
      expect(items).toHaveLength(1)
      return items
    })
    expect(seen).toMatchObject([{ checkoutId: known.id, product: { name: 'Sample' } }])
    const shown = async (session: string) =>
      (await asCustomer(session, 'GET', '/customer-session/introspect')).json()
    expect(await shown(known.customerSessionToken)).toMatchObject({ checkout_id: known.id })
    expect(await shown(ada.customerSession)).toMatchObject({ checkout_id: null, frozen_at: null })
    const { id } = theirs
    const refused = [
      thrown(portal().customers.get(stranger)),
      thrown(portal().customers.update(stranger, { email: 'stranger@evil.test' })),
      thrown(portal().orders.get(stranger, { id })),
      thrown(portal().orders.invoice(stranger, { id })),
    ]
    for (const error of await Promise.all(refused)) expect(error).toMatchObject({ statusCode: 403 })
  })

  it('is locked out when the seller ends all sessions, like everyone with a session', async () => {
    const { customerSessionToken } = await takeSample('bob@buyer.test')
    const { status } = await fetch(`${site.url}/v1/customers/${bob.id}/sessions`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(204)
    for (const customerSession of [customerSessionToken, bob.customerSession]) {
      expect(await thrown(portal().orders.list({ customerSession }, {}))).toMatchObject({
        statusCode: 401,
      })
    }
    bob = await newSession('bob-again@buyer.test')
  })
})

describe('signing out', () => {
  const refused = { statusCode: 401 }

  it('ends that session of the customer alone', async () => {
    const { id: customerId, customerSession } = await newSession('leaves@buyer.test')
    const other = await backend().customerSessions.create({ customerId })
    expect((await signOut(customerSession)).status).toBe(204)
    expect(await thrown(portal().orders.list({ customerSession }, {}))).toMatchObject(refused)
    expect((await signOut(customerSession)).status).toBe(401)
    const kept = { customerSession: other.token }
    expect((await portal().orders.list(kept, {})).result.items).toEqual([])
  })

  it('ends the session of a purchase', async () => {
    const { customerSessionToken: customerSession } = await takeSample('bob-again@buyer.test')
    expect((await signOut(customerSession)).status).toBe(204)
    expect(await thrown(portal().orders.list({ customerSession }, {}))).toMatchObject(refused)
    expect(await portal().customers.get(bob)).toMatchObject({ id: bob.id })
  })
})

describe('a request without a valid session', () => {
  it.each([
    ['an empty session', ''],
    ['an unknown session', `guildhall_cst_${'x'.repeat(43)}`],
    ['a malformed session', 'secret'],
  ])('with %s is refused', async (_who, customerSession) => {
    const error = await thrown(portal().customers.get({ customerSession }))
    expect(error).toBeInstanceOf(SDKError)
    expect(error).toMatchObject({ statusCode: 401 })
  })

  it('is refused as soon as the customer is deleted', async () => {
    const eve = await newSession('eve@buyer.test')
    expect(await portal().customers.get(eve)).toMatchObject({ email: 'eve@buyer.test' })
    await backend().customers.delete({ id: eve.id })
    expect(await thrown(portal().customers.get(eve))).toMatchObject({ statusCode: 401 })
    const input = { name: 'Eve' }
    expect(await thrown(portal().customers.update(eve, input))).toMatchObject({ statusCode: 401 })
  })
})

describe('a customer without a link', () => {
  const signIn = (step: string, body: object) =>
    fetch(`${site.url}/v1/customer-portal/customer-session/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ organization_id: acme.organizationId, ...body }),
    })

  it('requests a code and signs in with it', async () => {
    const kim = await backend().customers.create({ email: 'kim@buyer.test' })
    expect((await signIn('request', { email: 'kim@buyer.test' })).status).toBe(202)
    const code = await codeMailedTo('kim@buyer.test')
    const answer = await signIn('authenticate', { email: 'kim@buyer.test', code })
    expect(answer.status).toBe(200)
    const { token: customerSession } = await answer.json()
    const me = await portal().customers.get({ customerSession })
    expect(me).toMatchObject({ id: kim.id, emailVerified: true })
    const again = await signIn('authenticate', { email: 'kim@buyer.test', code })
    expect(again.status).toBe(401)
  })
})

describe('a visitor', () => {
  it('sees a seller and its products', async () => {
    const archived = await backend().products.create({
      name: 'Old guide',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    })
    await backend().products.update({ id: archived.id, productUpdate: { isArchived: true } })
    const { organization, products } = await portal().organizations.get({ slug: 'acme' })
    expect(organization).toMatchObject({ id: acme.organizationId, name: 'Acme Works' })
    expect(products.map(({ name }) => name)).toEqual(['Guide'])
    expect(JSON.stringify(products)).not.toContain('A3')
  })

  it('gets 404 for an unknown seller', async () => {
    const missing = portal().organizations.get({ slug: 'nobody-at-all' })
    expect(await thrown(missing)).toBeInstanceOf(ResourceNotFound)
  })
})
