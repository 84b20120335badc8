import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, asNobody, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string
let basic: string
let pro: string

const scopes = [
  'checkouts:write',
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'subscriptions:write',
  'organizations:write',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  basic = await monthly('Basic', 2900)
  pro = await monthly('Pro', 9000)
  await letCustomersChange(true)
})

const backend = () => asBackend(site, token)
const portal = () => asNobody(site).customerPortal

async function monthly(name: string, priceAmount: number): Promise<string> {
  const prices = [{ amountType: 'fixed', priceAmount } as const]
  const { id } = await backend().products.create({ name, recurringInterval: 'month', prices })
  return id
}

async function letCustomersChange(allowCustomerUpdates: boolean): Promise<void> {
  const subscriptionSettings = {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates,
    prorationBehavior: 'prorate',
  } as const
  const organizationUpdate = { subscriptionSettings }
  await backend().organizations.update({ id: acme.organizationId, organizationUpdate })
}

/** Somebody who subscribes to the basic plan, and is let into the portal. */
async function subscriber(email: string, confirmationTokenId = 'tok_sandbox_ok') {
  const customer = await backend().customers.create({ email })
  const wish = { products: [basic], customerId: customer.id }
  const { clientSecret } = await backend().checkouts.create(wish)
  await asNobody(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'SE' },
      confirmationTokenId,
    },
  })
  const session = await backend().customerSessions.create({ customerId: customer.id })
  const me = { customerSession: session.token }
  const { id } = await vi.waitFor(async () => {
    const [found] = (await portal().subscriptions.list(me, {})).result.items
    if (found === undefined) throw new Error('The subscription follows')
    return found
  })
  return { me, id }
}

describe('a customer with a subscription', () => {
  it('sees it, and nobody else does', async () => {
    const { me, id } = await subscriber('ada@buyer.test')
    const shown = await portal().subscriptions.get(me, { id })
    expect(shown).toMatchObject({
      status: 'active',
      amount: 2900,
      recurringInterval: 'month',
      product: { name: 'Basic', organization: { slug: 'acme' } },
      meters: [],
    })
    const found = async (wish: Parameters<ReturnType<typeof portal>['subscriptions']['list']>[1]) =>
      (await portal().subscriptions.list(me, wish)).result.pagination.totalCount
    expect(await found({ active: true, productId: basic, query: 'bas' })).toBe(1)
    expect(await found({ active: false })).toBe(0)
    expect(await found({ organizationId: basic })).toBe(0)
    expect(await found({ sorting: ['-product', 'organization', 'status', 'amount'] })).toBe(1)
    const other = await subscriber('bob@buyer.test')
    expect(await thrown(portal().subscriptions.get(other.me, { id }))).toBeInstanceOf(
      ResourceNotFound,
    )
  })

  it('changes the plan, billed as the seller has it', async () => {
    const { me, id } = await subscriber('jun@buyer.test')
    const changed = await portal().subscriptions.update(me, {
      id,
      customerSubscriptionUpdate: { productId: pro },
    })
    expect(changed).toMatchObject({ amount: 9000, product: { name: 'Pro' } })
    expect(await backend().subscriptions.get({ id })).toMatchObject({ productId: pro })
  })

  it('is shown before what another plan costs, to the cent', async () => {
    const { me, id } = await subscriber('lou@buyer.test')
    const ask = async (path: string, init: RequestInit = {}) => {
      const address = `${site.url}/v1/customer-portal/subscriptions/${id}/${path}`
      const headers = {
        authorization: `Bearer ${me.customerSession}`,
        'content-type': 'application/json',
      }
      return (await fetch(address, { ...init, headers })).json()
    }
    expect(await ask('next-invoice')).toMatchObject({ invoice: { due_amount: 2900 } })
    const preview = await ask('preview', {
      method: 'POST',
      body: JSON.stringify({ product_id: pro }),
    })
    expect(preview).toMatchObject({ product_id: pro, amount: 9000, due_now: null })
    const customerSubscriptionUpdate = { productId: pro }
    await portal().subscriptions.update(me, { id, customerSubscriptionUpdate })
    // A moment later, which costs nothing.
    const { due_amount } = preview.next_invoice
    expect(await ask('next-invoice')).toMatchObject({ invoice: { due_amount } })
  })

  it('can’t where the seller doesn’t let them, but can always leave', async () => {
    const { me, id } = await subscriber('eve@buyer.test')
    await letCustomersChange(false)
    const wish = { id, customerSubscriptionUpdate: { productId: pro } }
    // The client knows 403 only of what is canceled.
    expect(await thrown(portal().subscriptions.update(me, wish))).toMatchObject({
      rawValue: { error: 'NotPermitted' },
    })
    await letCustomersChange(true)
    const canceled = await portal().subscriptions.cancel(me, { id })
    expect(canceled).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' })
    expect(await thrown(portal().subscriptions.cancel(me, { id }))).toBeInstanceOf(
      AlreadyCanceledSubscription,
    )
  })

  it('says why they leave, and thinks better of it', async () => {
    const { me, id } = await subscriber('kim@buyer.test')
    const leave = {
      cancelAtPeriodEnd: true,
      cancellationReason: 'too_expensive',
      cancellationComment: ' A bit much ',
    } as const
    await portal().subscriptions.update(me, { id, customerSubscriptionUpdate: leave })
    expect(await backend().subscriptions.get({ id })).toMatchObject({
      cancelAtPeriodEnd: true,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'A bit much',
    })
    const stay = { cancelAtPeriodEnd: false }
    const kept = await portal().subscriptions.update(me, { id, customerSubscriptionUpdate: stay })
    expect(kept).toMatchObject({ cancelAtPeriodEnd: false, customerCancellationReason: null })
  })

  it('is told to change one thing at a time', async () => {
    const { me, id } = await subscriber('sam@buyer.test')
    const nothing = { id, customerSubscriptionUpdate: {} }
    expect(await thrown(portal().subscriptions.update(me, nothing))).toBeInstanceOf(
      HTTPValidationError,
    )
  })
})
