import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { months, moves, rates, sales } from './figures.ts'
import { newShop } from './shop.ts'

const site = testSite()
const openShop = () => newShop(site, '2031-01-15')

const invoice = { proration_behavior: 'invoice' } as const
const nextPeriod = { proration_behavior: 'next_period' } as const
const atPeriodEnd = { cancel_at_period_end: true } as const

describe('what recurs', () => {
  it('is the price of a month, and orders are what they were', async () => {
    const shop = await openShop()
    await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-03-20')
    expect((await months(shop, { ...rates, ...moves })).slice(0, 2)).toEqual([
      '01: active 1, mrr $30, list $30, billing $30, committed $30, new $30',
      '02: active 1, mrr $30, list $30, billing $30, committed $30',
    ])
    expect(await months(shop, sales)).toEqual([
      '01: orders 1, sold $30, started 1, first $30',
      '02: orders 1, sold $30, renewed 1, again $30',
      '03: orders 1, sold $30, renewed 1, again $30',
    ])
  })

  it('doesn’t count a discount of the first month', async () => {
    const shop = await openShop()
    const discountId = await shop.createDiscount({
      type: 'percentage',
      basis_points: 5000,
      duration: 'once',
    })
    await shop.subscribe(await shop.createProduct('Pro', 30), { discountId })
    await shop.advanceTo('2031-02-20')
    expect((await months(shop, { ...rates, ...moves })).slice(0, 2)).toEqual([
      '01: active 1, mrr $30, list $30, billing $15, committed $30, new $30',
      '02: active 1, mrr $30, list $30, billing $30, committed $30',
    ])
    expect(await months(shop, sales)).toEqual([
      '01: orders 1, sold $15, started 1, first $15',
      '02: orders 1, sold $30, renewed 1, again $30',
    ])
  })

  it('counts a discount for ever', async () => {
    const shop = await openShop()
    const discountId = await shop.createDiscount({
      type: 'fixed',
      amount: 1000,
      currency: 'usd',
      duration: 'forever',
    })
    await shop.subscribe(await shop.createProduct('Pro', 30), { discountId })
    expect((await months(shop, { ...rates, ...moves }))[0]).toBe(
      '01: active 1, mrr $20, list $20, billing $20, committed $20, new $20',
    )
  })

  it('is a twelfth of a year', async () => {
    const shop = await openShop()
    await shop.subscribe(await shop.createProduct('Pro', 120, 'year'))
    expect((await months(shop, { ...rates, ...moves }))[0]).toBe(
      '01: active 1, mrr $10, list $10, billing $10, committed $10, new $10',
    )
    expect(await months(shop, sales)).toEqual(['01: orders 1, sold $120, started 1, first $120'])
  })

  it('is nothing of a free plan or of what is bought once', async () => {
    const shop = await openShop()
    const prices = [{ amountType: 'fixed', priceAmount: 2000 } as const]
    const { id } = await shop.polar.products.create({
      name: 'Book',
      prices,
      recurringInterval: null,
    })
    await shop.buy(id)
    await shop.subscribe(await shop.createProduct('Free', 0))
    expect((await months(shop, { ...rates, ...moves }))[0]).toBe('01: active 1')
    expect(await months(shop, sales)).toEqual([
      '01: orders 2, sold $20, once 1, once $20, started 1',
    ])
  })
})

describe('a change of the plan', () => {
  it('to a dearer one in the middle of a month expands', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-02-20')
    await shop.change(ada, { product_id: await shop.createProduct('Team', 50), ...invoice })
    expect((await months(shop, { ...rates, ...moves })).slice(0, 3)).toEqual([
      '01: active 1, mrr $30, list $30, billing $30, committed $30, new $30',
      '02: active 1, mrr $50, list $50, billing $50, committed $50, expansion $20',
      '03: active 1, mrr $50, list $50, billing $50, committed $50',
    ])
    // The renewal of February and the change of it are of one subscription.
    expect((await months(shop, sales))[1]).toMatch(/^02: orders 2, .*renewed 1, /)
  })

  it('to a cheaper one with the next period contracts when it happens', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.change(ada, { product_id: await shop.createProduct('Lite', 10), ...nextPeriod })
    await shop.advanceTo('2031-02-20')
    expect((await months(shop, { ...rates, ...moves })).slice(0, 2)).toEqual([
      '01: active 1, mrr $30, list $30, billing $30, committed $30, new $30',
      '02: active 1, mrr $10, list $10, billing $10, committed $10, contraction $-20',
    ])
  })

  it('to the new price of its product is a price migration', async () => {
    const shop = await openShop()
    const product = await shop.createProduct('Pro', 30)
    const ada = await shop.subscribe(product)
    const prices = [{ amountType: 'fixed', priceAmount: 3500 } as const]
    await shop.polar.products.update({ id: product, productUpdate: { prices } })
    await shop.advanceTo('2031-02-01')
    expect((await months(shop, moves)).length).toBe(1)
    await shop.change(ada, { product_id: product, ...nextPeriod })
    await shop.advanceTo('2031-02-20')
    expect(await months(shop, { list_run_rate: '$ list', ...moves })).toContain(
      '02: list $35, migrated $5',
    )
  })

  it('to a yearly plan is what a month of it costs', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-01-20')
    await shop.change(ada, { product_id: await shop.createProduct('Pro', 300, 'year'), ...invoice })
    expect((await months(shop, { list_run_rate: '$ list', ...moves }))[0]).toBe(
      '01: list $25, new $30, contraction $-5',
    )
  })
})

describe('an end', () => {
  it('at once is churn, and the subscription counts in its last month', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-02-20')
    await shop.change(ada, { revoke: true })
    await shop.advanceTo('2031-04-01')
    expect(await months(shop, { ...rates, ...moves })).toEqual([
      '01: active 1, mrr $30, list $30, billing $30, committed $30, new $30',
      '02: active 1, mrr $30, churn $-30, ended 1, left 1',
    ])
  })

  it('with the period is committed no more, and churns when it happens', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.change(ada, atPeriodEnd)
    await shop.advanceTo('2031-04-01')
    expect(await months(shop, { ...rates, ...moves })).toEqual([
      '01: active 1, mrr $30, list $30, billing $30, new $30',
      '02: active 1, mrr $30, churn $-30, ended 1, left 1',
    ])
  })

  it('that is undone moves only what is committed', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.change(ada, atPeriodEnd)
    await shop.advanceTo('2031-02-10')
    await shop.change(ada, { cancel_at_period_end: false })
    await shop.advanceTo('2031-02-20')
    expect((await months(shop, { ...rates, ...moves })).slice(0, 2)).toEqual([
      '01: active 1, mrr $30, list $30, billing $30, new $30',
      '02: active 1, mrr $30, list $30, billing $30, committed $30',
    ])
  })

  it('after failed payments churns when it is given up, not when a payment fails', async () => {
    const shop = await openShop()
    await shop.subscribe(await shop.createProduct('Pro', 30), { card: 'tok_sandbox_fails_later' })
    await shop.advanceTo('2031-04-01')
    expect(await months(shop, { ...rates, ...moves })).toEqual([
      '01: active 1, mrr $30, list $30, billing $30, committed $30, new $30',
      '02: active 1, mrr $30, list $30, billing $30, committed $30',
      '03: active 1, mrr $30, churn $-30, ended 1, left 1',
    ])
  })

  it('and a new beginning of the same customer is a reactivation', async () => {
    const shop = await openShop()
    const product = await shop.createProduct('Pro', 30)
    const ada = await shop.subscribe(product)
    await shop.advanceTo('2031-01-20')
    await shop.change(ada, { revoke: true })
    await shop.advanceTo('2031-03-10')
    await shop.subscribe(product, { customerId: ada.customerId })
    expect((await months(shop, { list_run_rate: '$ list', ...moves })).slice(0, 2)).toEqual([
      '01: new $30, churn $-30, ended 1, left 1',
      '03: list $30, back $30',
    ])
  })
})

describe('a pause', () => {
  it('and what follows it have kinds of their own', async () => {
    const shop = await openShop()
    await shop.updateSettings({ dunning: { final_action: 'unpaid' } })
    const failing = { card: 'tok_sandbox_fails_later' }
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failing)
    await shop.advanceTo('2031-03-20')
    await shop.advanceTo('2031-04-10')
    await shop.addCard(ada, 'tok_sandbox_ok')
    expect((await months(shop, { list_run_rate: '$ list', ...moves })).slice(0, 4)).toEqual([
      '01: list $30, new $30',
      '02: list $30',
      '03: paused $-30, left 1',
      '04: list $30, resumed $30',
    ])
  })
})

describe('a refund', () => {
  it('moves nothing', async () => {
    const shop = await openShop()
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    const { result } = await shop.polar.orders.list({ customerId: ada.customerId })
    const [order] = result.items
    await shop.polar.refunds.create({ orderId: order?.id ?? '', reason: 'other', amount: 3000 })
    expect((await months(shop, { ...rates, ...moves }))[0]).toBe(
      '01: active 1, mrr $30, list $30, billing $30, committed $30, new $30',
    )
    expect(await months(shop, sales)).toEqual(['01: orders 1, sold $30, started 1, first $30'])
  })
})

describe('a trial', () => {
  it('is apart from what recurs until it is paid for', async () => {
    const shop = await openShop()
    const ada = await shop.startTrial(await shop.createProduct('Pro', 30), '2031-02-10')
    await shop.addCard(ada, 'tok_sandbox_ok')
    await shop.advanceTo('2031-02-20')
    expect((await months(shop, { ...rates, ...moves })).slice(0, 2)).toEqual([
      '01: active 1, trial $30',
      '02: active 1, mrr $30, list $30, billing $30, committed $30, new $30',
    ])
    expect(await months(shop, sales)).toEqual([
      '01: orders 1, started 1',
      '02: orders 1, sold $30, renewed 1, again $30',
    ])
  })

  it('that ends unpaid is no churn of revenue', async () => {
    const shop = await openShop()
    const ada = await shop.startTrial(await shop.createProduct('Pro', 30), '2031-02-10')
    await shop.change(ada, atPeriodEnd)
    await shop.advanceTo('2031-03-20')
    expect(await months(shop, { ...rates, ...moves })).toEqual([
      '01: active 1, trial $30',
      '02: active 1, ended 1',
    ])
  })
})
