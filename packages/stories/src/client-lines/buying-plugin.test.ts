import { polarClient } from '@polar-sh/better-auth'
import { createAuthClient } from 'better-auth/client'
import { afterAll, assert, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { refusal, unwrap } from '../answers.ts'
import { asAnonymous, asBackend, newSeller, newToken } from '../billing/seller.ts'
import { newCookieJar } from '../cookie-jar.ts'
import { password } from '../people.ts'
import { testSite } from '../site.ts'

// The plugin with which applications sell to their users, unmodified, without its server half.

const site = testSite()
let shop: TestServer | undefined
let product = ''

beforeAll(async () => {
  const seller = await newSeller(site, 'plugin-works')
  const { token } = await newToken(seller, ['products:write', 'organizations:write'])
  const polar = asBackend(site, token)
  const made = await polar.products.create({
    name: 'Pro',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 2900 }],
    metadata: { slug: 'pro' },
  })
  product = made.id
  const listed = await fetch(`${site.url}/v1/organizations/${seller.organizationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ embed_origins: ['https://shop.example'] }),
  })
  assert(listed.ok, 'the site may embed')
  shop = await startTestServer(site.database, {
    GUILDHALL_SELLER_ID: seller.organizationId,
    GUILDHALL_USER_EVENTS: 'page_view',
  })
})

afterAll(() => shop?.stop())

const url = () => shop?.url ?? expect.fail('the server runs inside tests')

interface Answer {
  readonly data: unknown
  readonly error: object | null
}

type Call = (input?: object) => Promise<Answer>

interface Client {
  readonly signUp: { readonly email: Call }
  readonly checkout: Call
  readonly customer: {
    readonly portal: Call
    readonly state: Call
    readonly benefits: { readonly list: Call }
    readonly subscriptions: { readonly list: Call }
    readonly orders: { readonly list: Call }
  }
  readonly usage: { readonly meters: { readonly list: Call }; readonly ingest: Call }
}

/** Its types are bypassed, since they don’t compile with exact optional properties. */
async function newUser(email: string): Promise<{ client: Client }> {
  const make: Function = createAuthClient
  const client: Client = Reflect.apply(make, undefined, [
    {
      baseURL: url(),
      plugins: [polarClient()],
      fetchOptions: { customFetchImpl: newCookieJar(url()).fetch },
    },
  ])
  unwrap(await client.signUp.email({ name: 'Bea', email, password }))
  // Wrapped, because the client takes `then` for a path of the server.
  return { client }
}

const destination = z.object({ url: z.string(), redirect: z.boolean() })
const list = z.object({ result: z.object({ items: z.array(z.object({}).passthrough()) }) })

const items = async (call: Promise<Answer>) => list.parse(unwrap(await call)).result.items

it('a user buys, and sees what they bought', async () => {
  const { client } = await newUser('bea@plugin.test')
  const opened = destination.parse(
    unwrap(
      await client.checkout({ slug: 'pro', fetchOptions: { disableDefaultFetchPlugins: true } }),
    ),
  )
  const [, clientSecret = ''] = opened.url.split('/checkout/')
  await asAnonymous({ url: url() }).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Bea',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  await shop?.settle()
  const { customer, usage } = client
  expect(unwrap(await customer.state())).toMatchObject({
    activeSubscriptions: [{ productId: product, amount: 2900 }],
  })
  expect(await items(customer.subscriptions.list({ query: { active: true } }))).toMatchObject([
    { productId: product, status: 'active' },
  ])
  expect(await items(customer.orders.list({ query: { page: 1, limit: 5 } }))).toHaveLength(1)
  expect(await items(customer.benefits.list())).toEqual([])
  expect(await items(usage.meters.list({ query: {} }))).toEqual([])
  const sent = unwrap(await usage.ingest({ event: 'page_view', metadata: { page: '/' } }))
  expect(sent).toEqual({ inserted: 1, duplicates: 0 })
  expect(refusal(await usage.ingest({ event: 'refund', metadata: {} }))).toBe(
    '403 EVENT_NOT_FOR_USERS',
  )
})

it('a user opens the portal', async () => {
  const { client } = await newUser('carl@plugin.test')
  const { customer } = client
  expect(unwrap(await customer.state())).toMatchObject({ activeSubscriptions: [] })
  const shown = destination.parse(unwrap(await customer.portal()))
  expect(shown.redirect).toBe(true)
  const token = new URL(shown.url).searchParams.get('customer_session_token') ?? ''
  const portal = asAnonymous({ url: url() }).customerPortal
  const me = await portal.customers.get({ customerSession: token })
  expect(me.email).toBe('carl@plugin.test')
  const stays = destination.parse(unwrap(await customer.portal({ redirect: false })))
  expect(stays.redirect).toBe(false)
})

// Of 1.8, whose client half is the one of 1.0 with this call; its package brings a user interface.
it('a user opens a checkout to embed it, as `checkoutEmbed` of later lines does', async () => {
  const { client } = await newUser('dora@plugin.test')
  const embedded = { slug: 'pro', redirect: false, embedOrigin: 'https://shop.example' }
  const opened = destination.parse(unwrap(await client.checkout(embedded)))
  expect(opened.redirect).toBe(false)
  const [, clientSecret = ''] = new URL(opened.url).pathname.split('/checkout/')
  const shown = await asAnonymous({ url: url() }).checkouts.clientGet({ clientSecret })
  expect(shown.embedOrigin).toBe('https://shop.example')
})
