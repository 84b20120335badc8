import { AlreadyActiveSubscriptionError } from '@polar-sh/sdk/models/errors/alreadyactivesubscriptionerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { enableUsageBilling, newMeter } from './catalog.ts'
import { asAnonymous, asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'
import { subscribeAtCheckout } from './subscriber.ts'

const site = testSite()
let acme: Seller
let token: string

const scopes = [
  'checkouts:write',
  'products:write',
  'meters:write',
  'customers:write',
  'orders:read',
  'subscriptions:write',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
})

const backend = () => asBackend(site, token)

type Price = NonNullable<
  Parameters<ReturnType<typeof backend>['products']['create']>[0]
>['prices'][number]

const newMonthlyProduct = async (name: string, price: Price): Promise<string> => {
  const prices = [price]
  const { id } = await backend().products.create({ name, recurringInterval: 'month', prices })
  return id
}

describe('a checkout of a paid product', () => {
  const email = 'ada@example.com'

  it('creates a subscription and its first order', async () => {
    const product = await newMonthlyProduct('Club', { amountType: 'fixed', priceAmount: 900 })
    const subscription = await subscribeAtCheckout(site, backend(), { email, product })
    expect(subscription).toMatchObject({ status: 'active', amount: 900, productId: product })
    const { result } = await backend().orders.list({ customerId: subscription.customerId })
    expect(result.items).toMatchObject([
      {
        billingReason: 'subscription_create',
        subscriptionId: subscription.id,
        subscription: { id: subscription.id, status: 'active' },
      },
    ])
  })

  it('is refused to a subscriber, with a link to the portal', async () => {
    const product = await newMonthlyProduct('Gold club', { amountType: 'fixed', priceAmount: 2900 })
    const { clientSecret } = await backend().checkouts.create({ products: [product] })
    const buyer = asAnonymous(site).checkouts
    const details = { customerEmail: email.toUpperCase() }
    // Typing an address reveals nothing about it; only the purchase is refused.
    await buyer.clientUpdate({ clientSecret, checkoutUpdatePublic: details })
    const refusedConfirm = await thrown(
      buyer.clientConfirm({
        clientSecret,
        checkoutConfirmStripe: {
          ...details,
          customerName: 'Ada',
          customerBillingAddress: { country: 'DE' },
          confirmationTokenId: 'tok_sandbox_ok',
        },
      }),
    )
    expect(refusedConfirm).toBeInstanceOf(AlreadyActiveSubscriptionError)
    expect(refusedConfirm).toMatchObject({ detail: expect.stringContaining(`${site.url}/portal/`) })
  })
})

describe('a free subscription', () => {
  it('is upgraded to a paid product at a checkout and keeps its id', async () => {
    const free = await newMonthlyProduct('Trying', { amountType: 'free' })
    const customer = await backend().customers.create({ email: 'bob@example.com' })
    const { id, clientSecret } = await backend().checkouts.create({
      products: [free],
      customerId: customer.id,
    })
    await asAnonymous(site).checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: {} })
    await expect
      .poll(async () => (await backend().checkouts.get({ id })).status, { timeout: 30_000 })
      .toBe('succeeded')
    const { result } = await backend().subscriptions.list({ customerId: customer.id })
    const [subscription] = result.items
    const paid = await newMonthlyProduct('Club', { amountType: 'fixed', priceAmount: 900 })
    const subscriptionId = subscription?.id ?? null
    const upgrade = await backend().checkouts.create({ products: [paid], subscriptionId })
    expect(upgrade).toMatchObject({ subscriptionId, customerId: customer.id })
    await asAnonymous(site).checkouts.clientConfirm({
      clientSecret: upgrade.clientSecret,
      checkoutConfirmStripe: {
        customerName: 'Bob',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'tok_sandbox_ok',
      },
    })
    await expect
      .poll(() => backend().subscriptions.get({ id: subscriptionId ?? '' }), { timeout: 30_000 })
      .toMatchObject({ id: subscriptionId, productId: paid, amount: 900 })
  })
})

describe('a checkout of a metered product', () => {
  it('asks for a card although nothing is due yet', async () => {
    await enableUsageBilling(acme)
    const meter = await newMeter(backend())
    const metered = { amountType: 'metered_unit', meterId: meter.id, unitAmount: 1 } as const
    const product = await newMonthlyProduct('By the call', metered)
    expect(await backend().checkouts.create({ products: [product] })).toMatchObject({
      totalAmount: 0,
      isPaymentRequired: false,
      isPaymentSetupRequired: true,
      isPaymentFormRequired: true,
      productPrice: { amountType: 'metered_unit', unitAmount: '1' },
    })
  })
})
