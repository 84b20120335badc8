import { AlreadyActiveSubscriptionError } from '@polar-sh/sdk/models/errors/alreadyactivesubscriptionerror.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, asNobody, newSeller, newToken, type Seller, thrown } from './seller.ts'
import { billByUsage, newMeter } from './stock.ts'
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

const newPlan = async (name: string, price: Price): Promise<string> => {
  const prices = [price]
  const plan = await backend().products.create({ name, recurringInterval: 'month', prices })
  return plan.id
}

describe('Ada subscribes at a checkout', () => {
  const email = 'ada@example.com'

  it('and the official client reads what she has', async () => {
    const product = await newPlan('Club', { amountType: 'fixed', priceAmount: 900 })
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

  it('a second time she hears that she can change what she has', async () => {
    const product = await newPlan('Gold club', { amountType: 'fixed', priceAmount: 2900 })
    const { clientSecret } = await backend().checkouts.create({ products: [product] })
    const buyer = asNobody(site).checkouts
    const said = { customerEmail: email.toUpperCase() }
    const early = await thrown(buyer.clientUpdate({ clientSecret, checkoutUpdatePublic: said }))
    expect(early).toBeInstanceOf(AlreadyActiveSubscriptionError)
    const late = await thrown(buyer.clientConfirm({ clientSecret, checkoutConfirmStripe: said }))
    expect(late).toBeInstanceOf(AlreadyActiveSubscriptionError)
    expect(late).toMatchObject({ detail: expect.stringContaining(`${site.url}/portal/`) })
  })
})

describe('Bob begins for free', () => {
  it('and goes on as a paying subscriber, with the same subscription', async () => {
    const free = await newPlan('Trying', { amountType: 'free' })
    const customer = await backend().customers.create({ email: 'bob@example.com' })
    const { id, clientSecret } = await backend().checkouts.create({
      products: [free],
      customerId: customer.id,
    })
    await asNobody(site).checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: {} })
    await expect
      .poll(async () => (await backend().checkouts.get({ id })).status, { timeout: 30_000 })
      .toBe('succeeded')
    const { result } = await backend().subscriptions.list({ customerId: customer.id })
    const [subscription] = result.items
    const paid = await newPlan('Club', { amountType: 'fixed', priceAmount: 900 })
    const subscriptionId = subscription?.id ?? null
    const upgrade = await backend().checkouts.create({ products: [paid], subscriptionId })
    expect(upgrade).toMatchObject({ subscriptionId, customerId: customer.id })
    await asNobody(site).checkouts.clientConfirm({
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

describe('Acme bills by usage', () => {
  it('but nobody can buy that here', async () => {
    await billByUsage(acme)
    const meter = await newMeter(backend())
    const metered = { amountType: 'metered_unit', meterId: meter.id, unitAmount: 1 } as const
    const product = await newPlan('By the call', metered)
    const { clientSecret } = await backend().checkouts.create({ products: [product] })
    const refused = await thrown(
      asNobody(site).checkouts.clientConfirm({
        clientSecret,
        checkoutConfirmStripe: { customerEmail: 'eve@example.com' },
      }),
    )
    expect(refused).toBeInstanceOf(HTTPValidationError)
  })
})
