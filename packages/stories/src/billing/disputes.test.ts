import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, call, newSeller, newToken } from './seller.ts'
import { subscribeAtCheckout } from './subscriber.ts'

const site = testSite()
const scopes = [
  'checkouts:write',
  'products:write',
  'orders:read',
  'refunds:write',
  'subscriptions:write',
]

async function newShop(name: string) {
  const seller = await newSeller(site, name)
  const { token } = await newToken(seller, [...scopes, 'disputes:read'])
  return { seller, token, backend: asBackend(site, token) }
}

type Shop = Awaited<ReturnType<typeof newShop>>

/** Subscribes to a club with a card, and waits until the bank reports. */
async function subscribeAndDispute(shop: Shop, card: string) {
  const { id: product } = await shop.backend.products.create({
    name: 'Club',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 900 }],
  })
  const { id } = await subscribeAtCheckout(site, shop.backend, {
    email: 'ada@example.com',
    product,
    card,
  })
  return vi.waitFor(
    async () => {
      const [dispute] = await disputes(shop)
      if (dispute === undefined) throw new Error('there is no dispute yet')
      return { ...dispute, subscriptionId: id }
    },
    { timeout: 60_000, interval: 100 },
  )
}

interface Listed {
  readonly id: string
  readonly status: string
  readonly order_id: string
}

/** The client doesn’t have this operation. */
async function disputes({ seller }: Shop): Promise<Listed[]> {
  const path = `/disputes/?organization_id=${seller.organizationId}`
  const { body } = await call(seller.person, 'GET', path)
  return Object(body).items
}

const advance = ({ seller }: Shop, days: number) =>
  call(seller.person, 'POST', '/clock/advance', {
    organization_id: seller.organizationId,
    days,
  })

const renewals = async ({ backend }: Shop) => {
  const { result } = await backend.orders.list({ limit: 100 })
  return result.items.filter(({ billingReason }) => billingReason === 'subscription_cycle').length
}

describe('a subscription whose payment is disputed', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await newShop('wins')
  })

  it('isn’t refundable and isn’t renewed, until the seller wins', async () => {
    const {
      id,
      order_id: orderId,
      subscriptionId,
    } = await subscribeAndDispute(shop, 'tok_sandbox_dispute_won')
    const { refunds, subscriptions } = shop.backend
    const refund = refunds.create({ orderId, reason: 'other', amount: 1 })
    await expect(refund).rejects.toThrow('The disputed part can’t be refunded')
    const path = `/disputes/${id}`
    expect(await call(shop.seller.person, 'GET', path)).toMatchObject({
      status: 200,
      body: { status: 'needs_response', reason: 'fraudulent', amount: 900, past_due: false },
    })
    await advance(shop, 8)
    expect(await disputes(shop)).toMatchObject([{ status: 'won' }])
    await advance(shop, 31)
    expect(await renewals(shop)).toBe(1)
    expect(await subscriptions.get({ id: subscriptionId })).toMatchObject({ status: 'active' })
  })
})

describe('a subscription whose dispute is lost', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await newShop('loses')
  })

  it('is suspended with its period, and resumed by the seller', async () => {
    const { subscriptionId: id } = await subscribeAndDispute(shop, 'tok_sandbox_dispute_lost')
    const { subscriptions } = shop.backend
    const resume = () => call(shop.seller.person, 'POST', `/subscriptions/${id}/resume-renewals`)
    await advance(shop, 40)
    expect(await disputes(shop)).toMatchObject([{ status: 'lost' }])
    expect(await subscriptions.get({ id })).toMatchObject({ status: 'unpaid' })
    expect(await renewals(shop)).toBe(0)
    expect(await resume()).toMatchObject({
      status: 200,
      body: { status: 'active', renewals_paused_at: null },
    })
    expect(await renewals(shop)).toBe(1)
    expect(await resume()).toMatchObject({ status: 409, body: { error: 'SubscriptionNotPaused' } })
  })
})

it('an early warning leaves everything as it is', async () => {
  const shop = await newShop('warned')
  const { order_id: orderId } = await subscribeAndDispute(shop, 'tok_sandbox_fraud_warning')
  expect(await disputes(shop)).toMatchObject([{ status: 'early_warning' }])
  await shop.backend.refunds.create({ orderId, reason: 'fraudulent', amount: 900 })
  expect(await disputes(shop)).toMatchObject([{ status: 'prevented' }])
})
