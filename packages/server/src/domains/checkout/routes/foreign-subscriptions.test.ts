import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { confirm, newCheckout, untilStatus } from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import type { MadeProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  newFreeMonthly,
  newMonthly,
  openShop,
  secondRefused,
} from '../../../../test/subscription-checkouts.ts'

// The seller allows one subscription per customer, and a stranger subscribes with the address of a
// victim.

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let seller: BillingCalls
let anybody: BillingCalls
let app: BillingCalls
let free: MadeProduct
let club: MadeProduct
let victim: string

beforeAll(async () => {
  ;({ organization: acme, seller, buyer: anybody } = await openShop(server.current))
  app = await newBackend(server.current, acme, ['customer_sessions:write'])
  free = await newFreeMonthly(seller)
  club = await newMonthly(seller)
})

beforeEach(() => {
  victim = newAddress()
})

/** As anyone who types the address. */
async function buyWithAddress(product: MadeProduct, offer: object = {}): Promise<string> {
  const checkout = await newCheckout(seller, [product], offer)
  const answer = await confirm(anybody, checkout, { customer_email: victim })
  if (answer.status === 200) await untilStatus(seller, checkout, 'succeeded')
  return briefOf(answer)
}

/** As the customer whom the seller names. */
async function buyAs(customer_id: string): Promise<string> {
  const made = await seller.post('/checkouts/', { products: [club.id], customer_id })
  if (made.status !== 201) return briefOf(made)
  const checkout = { client_secret: String(made.body?.['client_secret']) }
  return briefOf(await confirm(anybody, checkout))
}

/** In the portal. */
async function cancelAll(customer_id: string): Promise<void> {
  const made = await app.post('/customer-sessions/', { customer_id })
  const portal = withToken(server.current, String(made.body?.['token']))
  const { body } = await portal.get('/customer-portal/subscriptions/')
  const open = listed.parse(body).items.filter((one) => !one.cancel_at_period_end)
  expect(open).not.toEqual([])
  for (const { id } of open) {
    expect(briefOf(await portal.remove(`/customer-portal/subscriptions/${id}`))).toBe('200')
  }
}

const listed = z.object({
  items: z.array(z.object({ id: z.string(), cancel_at_period_end: z.boolean() })),
})

describe('a stranger who subscribes with the address of a victim', () => {
  it('to a free plan does not keep the victim from a paid one', async () => {
    expect(await buyWithAddress(free)).toBe('200')
    expect(await buyWithAddress(club)).toBe('200')
    expect(await buyWithAddress(club)).toBe(secondRefused)
  })

  it('to a free plan does not keep the victim from buying as a customer of the seller', async () => {
    const { id } = await newCustomer(seller, { email: victim })
    expect(await buyWithAddress(free)).toBe('200')
    expect(await buyAs(id)).toBe('200')
    await server.current.settle()
    expect(await buyAs(id)).toBe(secondRefused)
  })

  it('to a paid plan does not keep the victim from buying after canceling that', async () => {
    const { id } = await newCustomer(seller, { email: victim })
    expect(await buyWithAddress(club)).toBe('200')
    expect(await buyAs(id)).toBe(secondRefused)
    await cancelAll(id)
    expect(await buyWithAddress(club)).toBe('200')
    await cancelAll(id)
    expect(await buyAs(id)).toBe('200')
  })

  it('does not keep the victim from buying while a payment waits for a bank', async () => {
    const { id } = await newCustomer(seller, { email: victim })
    const pending = await confirm(anybody, await newCheckout(seller, [club]), {
      customer_email: victim,
      confirmation_token_id: 'tok_sandbox_authenticate',
    })
    expect(pending.body).toMatchObject({ status: 'confirmed' })
    expect(await buyAs(id)).toBe('200')
  })

  it('at an account of the seller’s app does not keep the victim from buying', async () => {
    expect(await buyWithAddress(club, { external_customer_id: newAddress() })).toBe('200')
    const { id } = await newCheckout(seller, [club])
    const typed = await seller.patch(`/checkouts/${id}`, { customer_email: victim })
    expect(briefOf(typed)).toBe('200')
    expect(await buyWithAddress(club)).toBe('200')
  })
})

describe('a customer who has accepted a subscription', () => {
  it('does not get another by canceling it', async () => {
    const { id } = await newCustomer(seller, { email: victim })
    expect(await buyAs(id)).toBe('200')
    await server.current.settle()
    await cancelAll(id)
    expect(await buyAs(id)).toBe(secondRefused)
  })
})

describe('somebody who types the same address again', () => {
  it('does not get a free plan twice', async () => {
    expect(await buyWithAddress(free)).toBe('200')
    expect(await buyWithAddress(free)).toBe(secondRefused)
  })

  it('does not pay twice', async () => {
    expect(await buyWithAddress(club)).toBe('200')
    expect(await buyWithAddress(club)).toBe(secondRefused)
  })
})

describe('a buyer with a new external id, who types the address of a customer', () => {
  it('gets the purchase, and nobody else', async () => {
    const { id } = await newCustomer(seller, { email: victim })
    const account = newAddress()
    expect(await buyWithAddress(club, { external_customer_id: account })).toBe('200')
    const made = await seller.get(`/customers/external/${account}/state`)
    expect(made.body).toMatchObject({
      email: victim,
      active_subscriptions: [{ product_id: club.id }],
    })
    const state = await seller.get(`/customers/${id}/state`)
    expect(state.body).toMatchObject({ active_subscriptions: [] })
    const created = (await eventsOf(server.current, acme)).filter(
      ({ name, objectId }) => name === 'customer.created' && objectId === made.body?.['id'],
    )
    expect(created).toHaveLength(1)
  })
})
