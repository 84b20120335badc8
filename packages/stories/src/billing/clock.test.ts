import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, call, newSeller, newToken, type Seller } from './seller.ts'
import { subscribeAtCheckout } from './subscriber.ts'

const site = testSite()
let acme: Seller
let token: string

const scopes = ['checkouts:write', 'products:write', 'orders:read', 'subscriptions:read']

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
})

/** Creates a monthly product and a customer who subscribes to it. */
async function subscribeToClub(): Promise<void> {
  const backend = asBackend(site, token)
  const club = await backend.products.create({
    name: 'Club',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 900 }],
  })
  await subscribeAtCheckout(site, backend, { email: 'ada@example.com', product: club.id })
}

describe('the clock of a sandbox', () => {
  it('runs in real time until it is advanced', async () => {
    const path = `/clock?organization_id=${acme.organizationId}`
    expect(await call(acme.person, 'GET', path)).toEqual({
      status: 200,
      body: { now: expect.any(String), frozen: false, sandbox: true },
    })
  })

  it('leaves billing settings changeable', async () => {
    const settings = `/organizations/${acme.organizationId}/billing-settings`
    const before = await call(acme.person, 'GET', settings)
    expect(before.body).toMatchObject({ dunning: { attempt_days: [2, 7, 14, 21] } })
    const dunning = { attempt_days: [3, 10], final_action: 'keep' }
    const after = await call(acme.person, 'PATCH', settings, { dunning })
    expect(after).toMatchObject({ status: 200, body: { dunning: { ...dunning, grace_days: 7 } } })
  })

  it('renews a monthly subscription twelve times in a year', async () => {
    await subscribeToClub()
    const { body } = await call(acme.person, 'POST', '/clock/advance', {
      organization_id: acme.organizationId,
      days: 366,
    })
    expect(body).toMatchObject({ frozen: true })
    const { result } = await asBackend(site, token).orders.list({ limit: 100 })
    expect(result.items.map(({ billingReason, paid }) => [billingReason, paid])).toEqual([
      ...Array.from({ length: 12 }, () => ['subscription_cycle', true]),
      ['subscription_create', true],
    ])
  })
})
