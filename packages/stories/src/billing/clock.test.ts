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

/** Somebody pays for the club every month from now on. */
async function joinTheClub(): Promise<void> {
  const backend = asBackend(site, token)
  const club = await backend.products.create({
    name: 'Club',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 900 }],
  })
  await subscribeAtCheckout(site, backend, { email: 'ada@example.com', product: club.id })
}

describe('Acme tries out what a year brings', () => {
  it('its clock goes by itself, as long as nobody advances it', async () => {
    const where = `/clock?organization_id=${acme.organizationId}`
    expect(await call(acme.person, 'GET', where)).toEqual({
      status: 200,
      body: { now: expect.any(String), frozen: false, sandbox: true },
    })
  })

  it('how it bills is set for the better: two tries, and then nothing is canceled', async () => {
    const settings = `/organizations/${acme.organizationId}/billing-settings`
    const before = await call(acme.person, 'GET', settings)
    expect(before.body).toMatchObject({ dunning: { attempt_days: [2, 7, 14, 21] } })
    const dunning = { attempt_days: [3, 10], final_action: 'keep' }
    const after = await call(acme.person, 'PATCH', settings, { dunning })
    expect(after).toMatchObject({ status: 200, body: { dunning: { ...dunning, grace_days: 7 } } })
  })

  it('in a year its one subscriber pays twelve times', async () => {
    await joinTheClub()
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
