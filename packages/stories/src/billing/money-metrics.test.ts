import { describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { money, months } from './figures.ts'
import { refund } from './histories.ts'
import { newShop, type Shop } from './shop.ts'

const site = testSite()
const openShop = () => newShop(site, '2031-01-15')

/** Of the year, what isn’t zero. */
async function year(shop: Shop, names: readonly string[]): Promise<Record<string, number>> {
  const path = '/metrics/?start_date=2031-01-01&end_date=2031-12-31&interval=year'
  const { totals } = Object((await shop.get(path)).body)
  return Object.fromEntries(
    names.filter((name) => totals[name] !== 0).map((name) => [name, totals[name]]),
  )
}

describe('refunds', () => {
  it('count on their own day, and revenue stays what it was', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    const { id: book } = await shop.polar.products.create({
      name: 'Book',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 5000 }],
    })
    const bob = await shop.buy(book)
    await refund(shop, bob.customerId, 5000)
    await shop.advanceTo('2031-02-01')
    await refund(shop, ada.customerId, 1000)
    await refund(shop, ada.customerId, 500)
    await shop.advanceTo('2031-02-20')
    expect(await months(shop, money)).toEqual([
      '01: sold $80, net $30, paid 2, refunds 1, refunded $50',
      '02: sold $30, net $15, paid 1, refunds 2, refunded $15',
    ])
    expect(await year(shop, ['refund_rate', 'dispute_rate'])).toEqual({ refund_rate: 65 / 110 })
    const path = '/metrics/?start_date=2031-01-01&end_date=2031-12-31&interval=year'
    const { totals } = Object((await shop.get(`${path}&billing_type=recurring`)).body)
    expect(totals).toMatchObject({ refunds: 2, refunded_amount: 1500, net_revenue: 4500 })
  })
})

/** The bank’s report is there after some moments. */
const disputed = (shop: Shop) =>
  vi.waitFor(
    async () => expect(Object((await shop.get('/disputes/')).body).items).toHaveLength(1),
    { timeout: 60_000, interval: 100 },
  )

describe('disputes', () => {
  it('take away from revenue on the day on which they are lost', async () => {
    const shop = await openShop()
    await shop.advanceTo('2031-01-28')
    await shop.subscribe(await shop.createProduct('Pro', 30), { card: 'tok_sandbox_dispute_lost' })
    await disputed(shop)
    await shop.advanceTo('2031-02-20')
    expect(await months(shop, money)).toEqual([
      '01: sold $30, net $30, paid 1, disputes 1',
      '02: net $-30, lost 1, lost $30',
    ])
    expect(await year(shop, ['dispute_rate', 'net_revenue'])).toEqual({ dispute_rate: 1 })
  })

  it('that are won take nothing away', async () => {
    const shop = await openShop()
    await shop.subscribe(await shop.createProduct('Pro', 30), { card: 'tok_sandbox_dispute_won' })
    await disputed(shop)
    await shop.advanceTo('2031-02-10')
    expect(await months(shop, money)).toEqual(['01: sold $30, net $30, paid 1, disputes 1'])
  })
})

describe('failed payments', () => {
  it('are recovered by the payment of the same order', async () => {
    const shop = await openShop()
    const failing = { card: 'tok_sandbox_fails_later' }
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failing)
    await shop.subscribe(await shop.createProduct('Team', 50), failing)
    await shop.advanceTo('2031-02-20')
    await shop.addCard(ada, 'tok_sandbox_ok')
    await shop.advanceTo('2031-02-28')
    expect(await months(shop, money)).toEqual([
      '01: sold $80, net $80, paid 2',
      '02: sold $80, net $80, paid 1, failed 2, unpaid $80, recovered 1, recovered $30',
    ])
  })
})

describe('usage', () => {
  it('is the part of revenue that metered prices bill', async () => {
    const shop = await openShop()
    const { id: meterId } = await shop.polar.meters.create({
      name: 'Calls',
      filter: {
        conjunction: 'and',
        clauses: [{ property: 'name', operator: 'eq', value: 'call' }],
      },
      aggregation: { func: 'count' },
    })
    const { id } = await shop.polar.products.create({
      name: 'Pro',
      recurringInterval: 'month',
      prices: [
        { amountType: 'fixed', priceAmount: 2000 },
        { amountType: 'metered_unit', meterId, unitAmount: '250' },
      ],
    })
    const { customerId } = await shop.subscribe(id)
    await shop.polar.events.ingest({
      events: [
        { name: 'call', customerId },
        { name: 'call', customerId },
      ],
    })
    await shop.advanceTo('2031-02-20')
    expect(await months(shop, { ...money, list_run_rate: '$ list' })).toEqual([
      '01: sold $20, net $20, paid 1, list $20',
      '02: sold $25, net $25, used $5, paid 1, list $20',
      ...laterMonths,
    ])
  })
})

/** Nothing but what recurs. */
const laterMonths = ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
  (month) => `${month}: list $20`,
)

describe('cancellations', () => {
  it('count by reason when the subscription ends, and not if they are undone', async () => {
    const shop = await openShop()
    const product = await shop.createProduct('Pro', 30)
    const cancel = async (reason: string | null, at: object) => {
      const one = await shop.subscribe(product)
      await shop.change(one, { ...at, customer_cancellation_reason: reason })
      return one
    }
    const atPeriodEnd = { cancel_at_period_end: true }
    await cancel('too_expensive', { revoke: true })
    await cancel('too_expensive', atPeriodEnd)
    await cancel('missing_features', atPeriodEnd)
    await cancel(null, atPeriodEnd)
    const kept = await cancel('unused', atPeriodEnd)
    await shop.change(kept, { cancel_at_period_end: false })
    const names = {
      churned_subscriptions: 'ended',
      cancellations_too_expensive: 'expensive',
      cancellations_missing_features: 'missing',
      cancellations_unused: 'unused',
      cancellations_other: 'other',
    }
    expect(await months(shop, names)).toEqual(['01: ended 1, expensive 1'])
    await shop.advanceTo('2031-02-20')
    expect(await months(shop, names)).toEqual([
      '01: ended 1, expensive 1',
      '02: ended 3, expensive 1, missing 1',
    ])
  })
})

describe('lifetime value', () => {
  it('is revenue per user by the churn of thirty days', async () => {
    const shop = await openShop()
    const product = await shop.createProduct('Pro', 30)
    const ada = await shop.subscribe(product)
    for (let others = 0; others < 3; others += 1) await shop.subscribe(product)
    await shop.advanceTo('2031-02-20')
    await shop.change(ada, { revoke: true })
    await shop.advanceTo('2031-04-20')
    // One of four left in the thirty days before March, so each brings in $30 for four months.
    const path = '/metrics/?start_date=2031-02-01&end_date=2031-04-30&interval=month'
    const { periods, totals } = Object((await shop.get(path)).body)
    const values = periods.map((one: Record<string, unknown>) => one['lifetime_value'])
    expect([...values, totals.lifetime_value]).toEqual([12_000, 0, 0, 0])
    const days = '/metrics/?start_date=2031-03-21&end_date=2031-03-22&interval=day'
    const later = Object((await shop.get(days)).body).periods
    expect(later.map((one: Record<string, unknown>) => one['lifetime_value'])).toEqual([12_000, 0])
  })
})
