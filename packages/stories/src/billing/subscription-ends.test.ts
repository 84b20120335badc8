import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

const openShop = (when: string) => newShop(site, when)
const dayOf = (instant: Date | null) => instant?.toISOString().slice(0, 10)

const invoice = { proration_behavior: 'invoice' } as const
const nextPeriod = { proration_behavior: 'next_period' } as const

const failsLater = { card: 'tok_sandbox_fails_later' }

describe('a cancellation', () => {
  it('at the end of the period keeps the subscription until then and ends the payments', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-01-20')
    await shop.change(ada, { cancel_at_period_end: true })
    await shop.advanceTo('2031-02-14')
    expect(await shop.reload(ada)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await shop.advanceTo('2031-06-01')
    const ended = await shop.reload(ada)
    expect(ended).toMatchObject({ status: 'canceled' })
    expect([dayOf(ended.canceledAt), dayOf(ended.endedAt)]).toEqual(['2031-01-20', '2031-02-15'])
    expect(await shop.billedOrders(ada)).toEqual(['2031-01-15 first 30.00 paid'])
  })

  it('that is undone before the period ends leaves the renewals as they were', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.change(ada, { cancel_at_period_end: true })
    await shop.advanceTo('2031-02-10')
    await shop.change(ada, { cancel_at_period_end: false })
    await shop.advanceTo('2031-02-15')
    expect((await shop.billedOrders(ada)).at(-1)).toBe('2031-02-15 renewal 30.00 paid')
  })

  it('with immediate effect refunds nothing and ends the payments', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-01-20')
    await shop.change(ada, { revoke: true })
    await shop.advanceTo('2031-06-01')
    expect(await shop.reload(ada)).toMatchObject({ status: 'canceled' })
    expect(await shop.billedOrders(ada)).toEqual(['2031-01-15 first 30.00 paid'])
  })
})

describe('a failed renewal payment', () => {
  it('is retried four times before the subscription is canceled', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
    await shop.advanceTo('2031-02-15')
    expect(await shop.reload(ada)).toMatchObject({ status: 'past_due' })
    await shop.advanceTo('2031-03-07')
    expect(await shop.reload(ada)).toMatchObject({ status: 'past_due' })
    await shop.advanceTo('2031-03-09')
    const ended = await shop.reload(ada)
    expect([ended.status, dayOf(ended.endedAt)]).toEqual(['canceled', '2031-03-08'])
    await shop.advanceTo('2032-01-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-01-15 first 30.00 paid',
      '2031-02-15 renewal 30.00 pending',
    ])
  })

  it('is paid with a new card as soon as one is saved', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
    await shop.advanceTo('2031-02-20')
    await shop.addCard(ada, 'tok_sandbox_ok')
    expect(await shop.reload(ada)).toMatchObject({ status: 'active' })
    await shop.advanceTo('2031-03-15')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-01-15 first 30.00 paid',
      '2031-02-15 renewal 30.00 paid',
      '2031-03-15 renewal 30.00 paid',
    ])
  })

  it('is not retried after the customer cancels', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
    await shop.advanceTo('2031-02-16')
    expect(await shop.change(ada, { cancel_at_period_end: true })).toMatchObject({
      status: 'canceled',
    })
    await shop.addCard(ada, 'tok_sandbox_ok')
    await shop.advanceTo('2031-06-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-01-15 first 30.00 paid',
      '2031-02-15 renewal 30.00 pending',
    ])
  })

  it('leaves the subscription unpaid if the seller chose that, until a card pays', async () => {
    const shop = await openShop('2031-01-15')
    await shop.updateSettings({ dunning: { attempt_days: [3], final_action: 'unpaid' } })
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
    await shop.advanceTo('2031-08-01')
    expect(await shop.reload(ada)).toMatchObject({ status: 'unpaid' })
    expect(await shop.billedOrders(ada)).toHaveLength(2)
    await shop.addCard(ada, 'tok_sandbox_ok')
    expect(await shop.reload(ada)).toMatchObject({ status: 'active' })
  })

  it('leaves the subscription past due for years if the seller chose to keep it', async () => {
    const shop = await openShop('2031-01-15')
    await shop.updateSettings({ dunning: { final_action: 'keep' } })
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
    await shop.advanceTo('2033-01-15')
    expect(await shop.reload(ada)).toMatchObject({ status: 'past_due' })
    const orders = await shop.billedOrders(ada)
    expect(orders).toHaveLength(25)
    expect(orders.slice(1).every((line) => line.endsWith('30.00 pending'))).toBe(true)
    await shop.addCard(ada, 'tok_sandbox_ok')
    expect(await shop.reload(ada)).toMatchObject({ status: 'active' })
    expect((await shop.billedOrders(ada)).every((line) => line.endsWith('paid'))).toBe(true)
  })
})

describe('an order that is not collected any more', () => {
  it('is still pending to the client, and says that it was written off', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
    await shop.advanceTo('2031-04-01')
    const { result } = await shop.polar.orders.list({ customerId: ada.customerId })
    const [order] = result.items
    expect(order).toMatchObject({ status: 'pending', paid: false })
    const id = order?.id ?? ''
    expect(await shop.closeOrder(id, 'write-off')).toMatchObject({
      status: 409,
      body: { error: 'OrderWrittenOff' },
    })
    expect(await shop.closeOrder(id, 'void', 'Agreed by phone')).toMatchObject({
      status: 200,
      body: {
        status: 'pending',
        collection_status: 'void',
        collection_stopped_reason: 'seller',
        collection_comment: 'Agreed by phone',
      },
    })
    expect(await shop.closeOrder(id, 'void')).toMatchObject({
      status: 409,
      body: { error: 'OrderVoid' },
    })
    expect(await shop.polar.orders.get({ id })).toMatchObject({ status: 'pending', paid: false })
  })

  it('leaves the subscription active if nothing else is unpaid', async () => {
    const shop = await openShop('2031-01-15')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
    await shop.advanceTo('2031-02-16')
    expect(await shop.reload(ada)).toMatchObject({ status: 'past_due' })
    const { result } = await shop.polar.orders.list({ customerId: ada.customerId })
    const open = result.items.find(({ status }) => status === 'pending')
    expect(await shop.closeOrder(open?.id ?? '', 'write-off')).toMatchObject({ status: 200 })
    await shop.advanceTo('2031-02-17')
    expect(await shop.reload(ada)).toMatchObject({ status: 'active' })
    const [paid] = result.items.filter(({ status }) => status === 'paid')
    expect(await shop.closeOrder(paid?.id ?? '', 'void')).toMatchObject({
      status: 409,
      body: { error: 'OrderPaid' },
    })
  })
})

describe('a changed product', () => {
  it('with a new price keeps the old price for its subscribers', async () => {
    const shop = await openShop('2031-01-15')
    const product = await shop.createProduct('Pro', 30)
    const ada = await shop.subscribe(product)
    await shop.polar.products.update({
      id: product,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 4500 }] },
    })
    const bea = await shop.subscribe(product)
    await shop.advanceTo('2031-02-15')
    expect((await shop.billedOrders(ada)).at(-1)).toBe('2031-02-15 renewal 30.00 paid')
    expect((await shop.billedOrders(bea)).at(-1)).toBe('2031-02-15 renewal 45.00 paid')
    // Changing to the same product applies the new price.
    await shop.change(ada, { product_id: product, ...nextPeriod })
    await shop.advanceTo('2031-03-15')
    expect((await shop.billedOrders(ada)).at(-1)).toBe('2031-03-15 renewal 45.00 paid')
  })

  it('that is archived still renews for its subscribers', async () => {
    const shop = await openShop('2031-01-15')
    const product = await shop.createProduct('Pro', 30)
    const ada = await shop.subscribe(product)
    await shop.polar.products.update({ id: product, productUpdate: { isArchived: true } })
    await shop.advanceTo('2031-02-15')
    expect((await shop.billedOrders(ada)).at(-1)).toBe('2031-02-15 renewal 30.00 paid')
  })
})

it('a change of product whose payment fails leaves the subscription as it was', async () => {
  const shop = await openShop('2031-01-15')
  const ada = await shop.subscribe(await shop.createProduct('Pro', 30), failsLater)
  const product_id = await shop.createProduct('Max', 90)
  expect(await shop.tryChange(ada, { product_id, ...invoice })).toMatchObject({
    status: 402,
    body: { error: 'PaymentFailed' },
  })
  expect(await shop.reload(ada)).toEqual(ada)
  expect(await shop.billedOrders(ada)).toHaveLength(1)
})

it('a free subscription renews with a zero order every month', async () => {
  const shop = await openShop('2031-01-15')
  const ada = await shop.subscribe(await shop.createProduct('Free', 0))
  await shop.advanceTo('2031-03-15')
  expect(await shop.billedOrders(ada)).toEqual([
    '2031-01-15 first 0.00 paid',
    '2031-02-15 renewal 0.00 paid',
    '2031-03-15 renewal 0.00 paid',
  ])
})
