import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, asNobody, newSeller, newToken, type Seller, thrown } from './seller.ts'

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
  ada = await letIn('ada@buyer.test')
  bob = await letIn('bob@buyer.test')
})

const backend = () => asBackend(site, token)
/** No token of the seller’s: the session is all that a customer has. */
const portal = () => asNobody(site).customerPortal

async function letIn(email: string) {
  const { id } = await backend().customers.create({ email, metadata: { note: 'VIP' } })
  const session = await backend().customerSessions.create({ customerId: id })
  return { id, customerSession: session.token }
}

/** A customer buys the guide, by the link that the seller made for them. */
async function buy({ id }: { id: string }) {
  const { checkouts, orders } = backend()
  const wish = { products: [guide], customerId: id }
  const { id: checkoutId, clientSecret } = await checkouts.create(wish)
  await asNobody(site).checkouts.clientConfirm({
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

describe('a customer in the portal', () => {
  it('sees themselves, and not what the seller keeps about them', async () => {
    const me = await portal().customers.get(ada)
    expect(me).toMatchObject({ id: ada.id, email: 'ada@buyer.test', oauthAccounts: {} })
    expect(JSON.stringify(me)).not.toContain('VIP')
  })

  it('says who they are for their invoices', async () => {
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
    ['a number of no country', { taxId: 'DE136695976' }, 'tax_id'],
    [
      'one that is no tax id there',
      { taxId: 'DE123', billingAddress: { country: 'DE' as const } },
      'tax_id',
    ],
    ['somebody else’s address', { email: 'ADA@buyer.test' }, 'email'],
  ])('is told what is wrong with %s', async (_what, wish, field) => {
    const error = await thrown(portal().customers.update(bob, wish))
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', field] }] })
  })

  it('sees what they bought, and its invoice', async () => {
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

  it('finds among them by product and kind', async () => {
    const found = async (wish: Parameters<ReturnType<typeof portal>['orders']['list']>[1]) =>
      (await portal().orders.list(ada, wish)).result.pagination.totalCount
    expect(await found({ query: 'uid' })).toBe(1)
    expect(await found({ query: '%' })).toBe(0)
    expect(await found({ productId: guide, productBillingType: 'one_time' })).toBe(1)
    expect(await found({ productBillingType: 'recurring' })).toBe(0)
    expect(await found({ organizationId: guide })).toBe(0)
    expect(await found({ subscriptionId: guide })).toBe(0)
    expect(await found({ sorting: ['-product', 'amount', 'subscription'] })).toBe(1)
  })

  it('sees nothing of anybody else', async () => {
    const { id } = await buy(ada)
    expect((await portal().orders.list(bob, {})).result.items).toEqual([])
    expect(await thrown(portal().orders.get(bob, { id }))).toBeInstanceOf(ResourceNotFound)
    expect(await thrown(portal().orders.invoice(bob, { id }))).toBeInstanceOf(ResourceNotFound)
  })
})

describe('whoever isn’t let in', () => {
  it.each([
    ['nobody', ''],
    ['a session that never was', `guildhall_cst_${'x'.repeat(43)}`],
    ['something else', 'secret'],
  ])('as %s sees nothing', async (_who, customerSession) => {
    const error = await thrown(portal().customers.get({ customerSession }))
    expect(error).toBeInstanceOf(SDKError)
    expect(error).toMatchObject({ statusCode: 401 })
  })

  it('is out at once with whoever is deleted', async () => {
    const eve = await letIn('eve@buyer.test')
    expect(await portal().customers.get(eve)).toMatchObject({ email: 'eve@buyer.test' })
    await backend().customers.delete({ id: eve.id })
    expect(await thrown(portal().customers.get(eve))).toMatchObject({ statusCode: 401 })
    const wish = { name: 'Eve' }
    expect(await thrown(portal().customers.update(eve, wish))).toMatchObject({ statusCode: 401 })
  })
})

describe('a customer without a link', () => {
  const signIn = (step: string, body: object) =>
    fetch(`${site.url}/v1/customer-portal/customer-session/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ organization_id: acme.organizationId, ...body }),
    })

  it('asks for a code, and gets in by it', async () => {
    const kim = await backend().customers.create({ email: 'kim@buyer.test' })
    expect((await signIn('request', { email: 'kim@buyer.test' })).status).toBe(202)
    const code = await vi.waitFor(async () => {
      const mail = (await site.server.sentMails()).find(({ to }) => to === 'kim@buyer.test')
      const [, found = ''] = /Code: ([A-Z0-9]{6})/.exec(mail?.text ?? '') ?? []
      expect(found).not.toBe('')
      return found
    })
    const answer = await signIn('authenticate', { email: 'kim@buyer.test', code })
    expect(answer.status).toBe(200)
    const { token: customerSession } = await answer.json()
    const me = await portal().customers.get({ customerSession })
    expect(me).toMatchObject({ id: kim.id, emailVerified: true })
    const again = await signIn('authenticate', { email: 'kim@buyer.test', code })
    expect(again.status).toBe(401)
  })
})

describe('anybody', () => {
  it('sees a seller and what it sells', async () => {
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

  it('is told that there is no such seller', async () => {
    const missing = portal().organizations.get({ slug: 'nobody-at-all' })
    expect(await thrown(missing)).toBeInstanceOf(ResourceNotFound)
  })
})
