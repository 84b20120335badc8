import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asAnonymous, asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'

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
  basic = await newMonthlyProduct('Basic', 2900)
  pro = await newMonthlyProduct('Pro', 9000)
  await setCustomerUpdates(true)
})

const backend = () => asBackend(site, token)
const portal = () => asAnonymous(site).customerPortal

async function newMonthlyProduct(name: string, priceAmount: number): Promise<string> {
  const prices = [{ amountType: 'fixed', priceAmount } as const]
  const { id } = await backend().products.create({ name, recurringInterval: 'month', prices })
  return id
}

async function setCustomerUpdates(allowCustomerUpdates: boolean): Promise<void> {
  const subscriptionSettings = {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates,
    prorationBehavior: 'prorate',
  } as const
  const organizationUpdate = { subscriptionSettings }
  await backend().organizations.update({ id: acme.organizationId, organizationUpdate })
}

/** The client has no call for it. */
async function setDeferredMax(amount: number): Promise<void> {
  const path = `/v1/organizations/${acme.organizationId}/billing-settings`
  const { status } = await fetch(`${site.url}${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deferred_change_max: amount }),
  })
  expect(status).toBe(200)
}

/** A customer with a subscription to Basic and a session in the portal. */
async function subscriber(email: string, confirmationTokenId = 'tok_sandbox_ok') {
  const customer = await backend().customers.create({ email })
  const order = { products: [basic], customerId: customer.id }
  const { clientSecret } = await backend().checkouts.create(order)
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'SE' },
      confirmationTokenId,
    },
  })
  const session = await backend().customerSessions.create({ customerId: customer.id })
  const me = { customerSession: session.token }
  const { id } = await vi.waitFor(
    async () => {
      const [found] = (await portal().subscriptions.list(me, {})).result.items
      if (found === undefined) throw new Error('There is no subscription yet')
      return found
    },
    { timeout: 30_000, interval: 50 },
  )
  return { me, id }
}

describe('a customer with a subscription', () => {
  it('sees it, and no other customer does', async () => {
    const { me, id } = await subscriber('ada@buyer.test')
    const shown = await portal().subscriptions.get(me, { id })
    expect(shown).toMatchObject({
      status: 'active',
      amount: 2900,
      recurringInterval: 'month',
      product: { name: 'Basic', organization: { slug: 'acme' } },
      meters: [],
    })
    const countOf = async (
      filter: Parameters<ReturnType<typeof portal>['subscriptions']['list']>[1],
    ) => (await portal().subscriptions.list(me, filter)).result.pagination.totalCount
    expect(await countOf({ active: true, productId: basic, query: 'bas' })).toBe(1)
    expect(await countOf({ active: false })).toBe(0)
    expect(await countOf({ organizationId: basic })).toBe(0)
    expect(await countOf({ sorting: ['-product', 'organization', 'status', 'amount'] })).toBe(1)
    const other = await subscriber('bob@buyer.test')
    expect(await thrown(portal().subscriptions.get(other.me, { id }))).toBeInstanceOf(
      ResourceNotFound,
    )
  })

  it('changes the product, prorated as the seller’s settings say', async () => {
    const { me, id } = await subscriber('jun@buyer.test')
    const changed = await portal().subscriptions.update(me, {
      id,
      customerSubscriptionUpdate: { productId: pro },
    })
    expect(changed).toMatchObject({ amount: 9000, product: { name: 'Pro' } })
    expect(await backend().subscriptions.get({ id })).toMatchObject({ productId: pro })
  })

  it('takes no plan that the seller keeps for others, even by its id', async () => {
    const prices = [{ amountType: 'free' } as const]
    const staff = { name: 'Staff plan', recurringInterval: 'month', prices } as const
    const { id: productId } = await backend().products.create(staff)
    const asSeller = (path: string, body: object) =>
      fetch(`${site.url}/v1/${path}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await asSeller(`products/${productId}`, { visibility: 'private' })
    const { me, id } = await subscriber('staff@buyer.test')
    const change = { id, customerSubscriptionUpdate: { productId } }
    const error = await thrown(portal().subscriptions.update(me, change))
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', 'product_id'] }] })
    const plans = async () => {
      const answer = await fetch(`${site.url}/v1/customer-portal/subscriptions/${id}/plans`, {
        headers: { authorization: `Bearer ${me.customerSession}` },
      })
      const { items } = await answer.json()
      return items.map(({ name }: { name: string }) => name)
    }
    expect(await plans()).toContain('Pro')
    expect(await plans()).not.toContain('Staff plan')
    const settings = `organizations/${acme.organizationId}/portal-settings`
    expect(await (await asSeller(settings, { plans: [pro] })).json()).toEqual({ plans: [pro] })
    expect(await plans()).toEqual(['Pro'])
    const shown = await fetch(`${site.url}/v1/${settings}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await shown.json()).toEqual({ plans: [pro] })
    await asSeller(settings, { plans: null })
    expect(
      await backend().subscriptions.update({ id, subscriptionUpdate: { productId } }),
    ).toMatchObject({ productId })
  })

  it('previews the exact cost of a change of product', async () => {
    const { me, id } = await subscriber('lou@buyer.test')
    const request = async (path: string, init: RequestInit = {}) => {
      const address = `${site.url}/v1/customer-portal/subscriptions/${id}/${path}`
      const headers = {
        authorization: `Bearer ${me.customerSession}`,
        'content-type': 'application/json',
      }
      return (await fetch(address, { ...init, headers })).json()
    }
    expect(await request('next-invoice')).toMatchObject({ invoice: { due_amount: 2900 } })
    const preview = await request('preview', {
      method: 'POST',
      body: JSON.stringify({ product_id: pro }),
    })
    const due = { due_now: { due_amount: 6100 } }
    expect(preview).toMatchObject({ product_id: pro, amount: 9000, ...due })
    const customerSubscriptionUpdate = { productId: pro }
    await portal().subscriptions.update(me, { id, customerSubscriptionUpdate })
    // The change happens a moment later, which must not change the amount.
    const { due_amount } = preview.next_invoice
    expect(await request('next-invoice')).toMatchObject({ invoice: { due_amount } })
  })

  it('pays for a dearer plan at once, unless the seller lets the difference wait', async () => {
    const dear = await newMonthlyProduct('Dear', 1_000_000)
    const upgraded = async (email: string) => {
      const { me, id } = await subscriber(email)
      await portal().subscriptions.update(me, {
        id,
        customerSubscriptionUpdate: { productId: dear },
      })
      const { result } = await portal().orders.list(me, {})
      return result.items.map(({ status }) => status)
    }
    expect(await upgraded('greedy@buyer.test')).toEqual(['paid', 'paid'])
    await setDeferredMax(997_100)
    expect(await upgraded('trusted@buyer.test')).toEqual(['paid'])
    await setDeferredMax(0)
  })

  it('accepts one that was bought with their address, and pays with their own card', async () => {
    const customer = await backend().customers.create({ email: 'kai@buyer.test' })
    const { clientSecret } = await backend().checkouts.create({ products: [basic] })
    await asAnonymous(site).checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerEmail: customer.email,
        customerName: 'Kai Buyer',
        customerBillingAddress: { country: 'SE' },
        confirmationTokenId: 'tok_sandbox_ok',
      },
    })
    const { token: session } = await backend().customerSessions.create({ customerId: customer.id })
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${site.url}/v1/customer-portal/${path}`, {
        method,
        headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.json()
    }
    const { id } = await vi.waitFor(async () => {
      const [found] = (await call('GET', 'subscriptions/')).items
      if (found === undefined) throw new Error('There is no subscription yet')
      return found
    })
    expect(await call('GET', `subscriptions/${id}`)).toMatchObject({ accepted_at: null })
    expect(await call('GET', 'customers/me/overdue-payments')).toEqual({ items: [] })
    expect(await call('POST', `subscriptions/${id}/accept`)).toMatchObject({
      error: 'PaymentMethodMissing',
    })
    await call('POST', 'customers/me/payment-methods', {
      confirmation_token_id: 'tok_sandbox_ok',
      set_default: true,
      return_url: site.url,
    })
    expect(await call('POST', `subscriptions/${id}/accept`)).toMatchObject({
      accepted_at: expect.any(String),
    })
  })

  it('cannot change the product if the seller forbids it, but can always cancel', async () => {
    const { me, id } = await subscriber('eve@buyer.test')
    await setCustomerUpdates(false)
    const change = { id, customerSubscriptionUpdate: { productId: pro } }
    const refused = await thrown(portal().subscriptions.update(me, change))
    expect(refused).toBeInstanceOf(HTTPValidationError)
    expect(refused).toMatchObject({
      detail: [{ loc: ['body', 'product_id'], msg: expect.stringContaining('contact the seller') }],
    })
    await setCustomerUpdates(true)
    const canceled = await portal().subscriptions.cancel(me, { id })
    expect(canceled).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' })
    expect(await thrown(portal().subscriptions.cancel(me, { id }))).toBeInstanceOf(
      AlreadyCanceledSubscription,
    )
  })

  it('cancels with a reason and undoes it', async () => {
    const { me, id } = await subscriber('kim@buyer.test')
    const cancel = {
      cancelAtPeriodEnd: true,
      cancellationReason: 'too_expensive',
      cancellationComment: ' A bit much ',
    } as const
    await portal().subscriptions.update(me, { id, customerSubscriptionUpdate: cancel })
    expect(await backend().subscriptions.get({ id })).toMatchObject({
      cancelAtPeriodEnd: true,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'A bit much',
    })
    const keep = { cancelAtPeriodEnd: false }
    const kept = await portal().subscriptions.update(me, { id, customerSubscriptionUpdate: keep })
    expect(kept).toMatchObject({ cancelAtPeriodEnd: false, customerCancellationReason: null })
  })

  it('is refused an update that changes nothing', async () => {
    const { me, id } = await subscriber('sam@buyer.test')
    const nothing = { id, customerSubscriptionUpdate: {} }
    expect(await thrown(portal().subscriptions.update(me, nothing))).toBeInstanceOf(
      HTTPValidationError,
    )
  })
})
