import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

describe('the overview of an organization', () => {
  it('tells of the payment that failed, until the customer has paid with another card', async () => {
    const shop = await newShop(site, '2031-01-15')
    const { result } = await shop.polar.organizations.list({})
    const path = `/organizations/${result.items[0]?.id ?? ''}/overview`
    const pro = await shop.createProduct('Pro', 30)
    const subscription = await shop.subscribe(pro, { card: 'tok_sandbox_fails_later' })
    const before = await shop.get(path)
    expect(before).toMatchObject({
      status: 200,
      body: {
        now: '2031-01-15T00:00:00.000Z',
        time_zone: 'UTC',
        attention: { overdue_payments: { total: 0, items: [] }, webhook_endpoints: null },
        setup: { has_product: true, has_paid_order: true, has_stripe_payment: false },
      },
    })
    await shop.advanceTo('2031-02-16')
    expect((await shop.get(path)).body).toMatchObject({
      attention: {
        overdue_payments: {
          total: 1,
          items: [
            {
              id: subscription.id,
              status: 'past_due',
              past_due_at: '2031-02-15T00:00:00.000Z',
              amount: 3000,
            },
          ],
        },
      },
    })
    await shop.addCard(subscription, 'tok_sandbox_ok')
    await site.server.settle()
    expect((await shop.get(path)).body).toMatchObject({
      attention: { overdue_payments: { total: 0, items: [] } },
      activity: [
        { title: 'Paid $30.00 for Pro', timestamp: '2031-02-16T00:00:00.000Z' },
        { type: 'payment.failed', timestamp: '2031-02-15T00:00:00.000Z' },
        { type: 'order.paid' },
        { type: 'subscription.created' },
        { type: 'customer.created', actor: { name: 'Backend' } },
      ],
    })
  })

  it('doesn’t say that a subscription ended whose benefits end while its payment is overdue', async () => {
    const shop = await newShop(site, '2031-01-15')
    const { result } = await shop.polar.organizations.list({})
    const path = `/organizations/${result.items[0]?.id ?? ''}/overview`
    await shop.subscribe(await shop.createProduct('Pro', 30), { card: 'tok_sandbox_fails_later' })
    await shop.advanceTo('2031-02-24')
    const { body } = await shop.get(path)
    expect(JSON.stringify(body)).toContain('Benefits of Pro ended')
    const other = await shop.subscribe(await shop.createProduct('Team', 30))
    await shop.polar.subscriptions.revoke({ id: other.id })
    await site.server.settle()
    expect(JSON.stringify((await shop.get(path)).body)).toContain('"Team ended"')
  })
})
