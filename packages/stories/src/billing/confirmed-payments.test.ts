import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { newShop } from './shop.ts'
import { asToken } from './subscriber.ts'

const site = testSite()
const opensAt = '2030-03-01T00:00:00Z'

/** A shop whose customers change the plan, and a subscriber who is charged to this card. */
async function storyOf(card: string) {
  const shop = await newShop(site, opensAt)
  const [basic, pro] = [await shop.createProduct('Basic', 29), await shop.createProduct('Pro', 90)]
  await shop.updateSettings({ allow_customer_updates: true })
  const subscription = await shop.subscribe(basic, { card })
  const portal = async () => {
    const { customerId } = subscription
    const { token } = await shop.polar.customerSessions.create({ customerId })
    return asToken(site, token)
  }
  return { shop, subscription, pro, portal, orders: '/customer-portal/orders' }
}

/** What the browser of the customer does when their bank asks. */
async function approve(started: unknown): Promise<void> {
  const answer = await asToken(site, '').post(
    `/sandbox/authentications/${textAt(started, 'client_secret')}`,
    { outcome: 'confirmed' },
  )
  expect(answer).toMatchObject({ status: 200 })
}

describe('a customer who is present', () => {
  it('confirms a dearer plan with their bank', async () => {
    const { shop, subscription, pro, portal } = await storyOf('tok_sandbox_authenticate_renewals')
    const path = `/customer-portal/subscriptions/${subscription.id}/plan-changes`
    const session = await portal()
    const changed = await session.post(path, { product_id: pro, due_amount_max: 6100 })
    expect(changed).toMatchObject({ status: 201, body: { status: 'succeeded', amount: 6100 } })
    const state = await session.post(`${path}/${textAt(changed.body, 'id')}/confirm`, {})
    expect(state).toMatchObject({ status: 200, body: { status: 'succeeded' } })
    expect((await shop.reload(subscription)).productId).toBe(pro)
    expect(await shop.charges()).toEqual([29, 61])
  })

  it('pays an overdue order with the same card, which asks only when they are away', async () => {
    const { shop, subscription, portal, orders } = await storyOf(
      'tok_sandbox_authenticate_renewals',
    )
    await shop.advanceTo('2030-04-02')
    expect((await shop.reload(subscription)).status).toBe('past_due')
    const session = await portal()
    const owed = await session.get('/customer-portal/customers/me/overdue-payments')
    const id = textAt(owed.body, 'items', 0, 'orders', 0, 'id')
    expect(await session.get(`${orders}/${id}/payment`)).toMatchObject({
      body: { status: 'open', due_amount: 2900, items: [{ label: 'Basic', amount: 2900 }] },
    })
    const cards = await session.get('/customer-portal/customers/me/payment-methods')
    const paid = await session.post(`${orders}/${id}/payments`, {
      payment_method_id: textAt(cards.body, 'items', 0, 'id'),
    })
    expect(paid).toMatchObject({ status: 201, body: { status: 'succeeded' } })
    expect((await shop.reload(subscription)).status).toBe('active')
    expect(await shop.charges()).toEqual([29, 29])
  })

  it('pays it with another card, and confirms that', async () => {
    const { shop, subscription, portal, orders } = await storyOf('tok_sandbox_fails_later')
    await shop.advanceTo('2030-04-02')
    const session = await portal()
    const owed = await session.get('/customer-portal/customers/me/overdue-payments')
    const id = textAt(owed.body, 'items', 0, 'orders', 0, 'id')
    const asked = await session.post(`${orders}/${id}/payments`, {
      confirmation_token_id: 'tok_sandbox_authenticate',
      save_card: true,
    })
    expect(asked).toMatchObject({ status: 201, body: { status: 'requires_action' } })
    await approve(asked.body)
    const path = `${orders}/${id}/payments/${textAt(asked.body, 'id')}/confirm`
    expect(await session.post(path, {})).toMatchObject({ body: { status: 'succeeded' } })
    expect((await shop.reload(subscription)).status).toBe('active')
    await shop.advanceTo('2030-05-02')
    expect((await shop.reload(subscription)).status).toBe('active')
    expect(await shop.charges()).toEqual([29, 29, 29])
  })
})

describe('somebody with the link of the mail about a failed payment', () => {
  it('pays that order with any card, and confirms it', async () => {
    const { shop, subscription } = await storyOf('tok_sandbox_fails_later')
    await shop.advanceTo('2030-04-02')
    const { email } = await shop.polar.customers.get({ id: subscription.customerId })
    const texts = (await site.mailsTo(email)).map(({ text }) => text)
    const secret = texts.map((text) => /\/pay\/([^\s?]+)/.exec(text)?.[1]).findLast(Boolean)
    const link = `/pay-links/${secret}`
    const anyone = asToken(site, '')
    expect(await anyone.get(link)).toMatchObject({ body: { status: 'open', due_amount: 2900 } })
    const asked = await anyone.post(`${link}/payments`, {
      confirmation_token_id: 'tok_sandbox_authenticate',
    })
    expect(asked).toMatchObject({ status: 201, body: { status: 'requires_action' } })
    await approve(asked.body)
    const path = `${link}/payments/${textAt(asked.body, 'id')}/confirm`
    expect(await anyone.post(path, {})).toMatchObject({ body: { status: 'succeeded' } })
    expect((await shop.reload(subscription)).status).toBe('active')
  })
})
