import { afterAll, beforeAll, expect } from 'vitest'
import * as z from 'zod/mini'
import { assert } from '../src/kernel/assert.ts'
import type { BrowserResponse } from './browser.ts'
import { confirm } from './checkouts.ts'
import { newPerson, type Person } from './people.ts'
import { freePrice, type MadeProduct, newProduct } from './products.ts'
import { withNothing, withToken } from './sellers.ts'
import { sellingServer } from './selling-server.ts'
import { startTestServer, type TestServer } from './server.ts'
import { newFreeMonthly } from './subscription-checkouts.ts'

/** An organization, a server without a seller of users, and one on which users buy from it. */
export function serverOfUsers() {
  const { server: unset, ...selling } = sellingServer([
    'checkouts:write',
    'customers:write',
    'products:write',
    'orders:read',
    'events:read',
    'meters:write',
  ])
  let started: TestServer | undefined
  let products: Readonly<Record<'free' | 'monthly', MadeProduct>> | undefined
  const server = (): TestServer => {
    assert(started !== undefined, 'it runs inside tests and later hooks only')
    return started
  }
  const sold = () => {
    assert(products !== undefined, 'they exist inside tests and later hooks only')
    return products
  }

  beforeAll(async () => {
    started = await startTestServer(selling.db, {
      GUILDHALL_SELLER_ID: selling.acme.id,
      GUILDHALL_USER_EVENTS: 'page_view,click',
    })
    products = {
      free: await newProduct(selling.calls, { prices: [freePrice] }),
      monthly: await newFreeMonthly(selling.calls),
    }
  })
  afterAll(() => started?.stop())

  /** Opens a checkout as the user and confirms it. */
  async function buy(person: Person, body: object): Promise<void> {
    const opened = await openCheckout(person, body)
    expect(opened).toMatchObject({ status: 200, body: { redirect: true } })
    const made = { client_secret: secretIn(opened) }
    const bought = await confirm(withNothing(server()), made, { customer_email: undefined })
    expect(bought).toMatchObject({ status: 200 })
    await server().settle()
  }

  /** The calls of the portal to which the user is led. */
  async function portalOf({ browser }: Person) {
    const { status, body } = await browser.get('/api/auth/customer/portal')
    expect(status).toBe(200)
    const url = new URL(String(body?.['url']))
    expect(url.pathname).toBe(`/portal/${selling.acme.slug}`)
    return withToken(server(), url.searchParams.get('customer_session_token') ?? '')
  }

  return {
    ...selling,
    unset,
    server,
    sold,
    buy,
    portalOf,
    newUser: () => newPerson(server()),
    /** What the buyer sees of a checkout that was opened. */
    showCheckout: async (opened: BrowserResponse) =>
      (await withNothing(server()).get(`/checkouts/client/${secretIn(opened)}`)).body,
  }
}

export const openCheckout = ({ browser }: Person, body: object): Promise<BrowserResponse> =>
  browser.post('/api/auth/checkout', body)

const secretIn = ({ body }: BrowserResponse): string =>
  String(body?.['url']).split('/checkout/')[1] ?? ''

/** The status and the code of a refusal. */
export const codeOf = ({ status, body }: BrowserResponse): string =>
  `${status} ${String(body?.['code'])}`

const listed = z.object({
  result: z.object({ items: z.array(z.looseObject({ id: z.string() })) }),
})

/** The items of a list of the user. */
export async function listOf({ browser }: Person, path: string) {
  const answer = await browser.get(`/api/auth/${path}`)
  expect(answer).toMatchObject({ status: 200 })
  return z.parse(listed, answer.body).result.items
}

export const subscriptionsOfUser = (person: Person, query = '') =>
  listOf(person, `customer/subscriptions/list${query}`)
