import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

const opened = (when: string) => newShop(site, when)
const dayOf = (instant: Date | null) => instant?.toISOString().slice(0, 10)

const invoice = { proration_behavior: 'invoice' } as const
const later = { proration_behavior: 'next_period' } as const

const failsLater = { card: 'tok_sandbox_fails_later' }

describe('who leaves', () => {
  it('at the end of the month has it until then, and pays no more', async () => {
    const shop = await opened('2031-01-15')
    const ada = await shop.subscribes(await shop.sells('Pro', 30))
    await shop.until('2031-01-20')
    await shop.changes(ada, { cancel_at_period_end: true })
    await shop.until('2031-02-14')
    expect(await shop.now(ada)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await shop.until('2031-06-01')
    const ended = await shop.now(ada)
    expect(ended).toMatchObject({ status: 'canceled' })
    expect([dayOf(ended.canceledAt), dayOf(ended.endedAt)]).toEqual(['2031-01-20', '2031-02-15'])
    expect(await shop.bill(ada)).toEqual(['2031-01-15 first 30.00 paid'])
  })

  it('and comes back before the end goes on as before', async () => {
    const shop = await opened('2031-01-15')
    const ada = await shop.subscribes(await shop.sells('Pro', 30))
    await shop.changes(ada, { cancel_at_period_end: true })
    await shop.until('2031-02-10')
    await shop.changes(ada, { cancel_at_period_end: false })
    await shop.until('2031-02-15')
    expect((await shop.bill(ada)).at(-1)).toBe('2031-02-15 renewal 30.00 paid')
  })

  it('at once gets nothing back, and nothing any more', async () => {
    const shop = await opened('2031-01-15')
    const ada = await shop.subscribes(await shop.sells('Pro', 30))
    await shop.until('2031-01-20')
    await shop.changes(ada, { revoke: true })
    await shop.until('2031-06-01')
    expect(await shop.now(ada)).toMatchObject({ status: 'canceled' })
    expect(await shop.bill(ada)).toEqual(['2031-01-15 first 30.00 paid'])
  })
})

describe('a card that fails', () => {
  it('is tried four times more, and then it is over', async () => {
    const shop = await opened('2031-01-15')
    const ada = await shop.subscribes(await shop.sells('Pro', 30), failsLater)
    await shop.until('2031-02-15')
    expect(await shop.now(ada)).toMatchObject({ status: 'past_due' })
    await shop.until('2031-03-07')
    expect(await shop.now(ada)).toMatchObject({ status: 'past_due' })
    await shop.until('2031-03-09')
    const ended = await shop.now(ada)
    expect([ended.status, dayOf(ended.endedAt)]).toEqual(['canceled', '2031-03-08'])
    await shop.until('2032-01-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-01-15 first 30.00 paid',
      '2031-02-15 renewal 30.00 pending',
    ])
  })

  it('is forgotten once there is a better one', async () => {
    const shop = await opened('2031-01-15')
    const ada = await shop.subscribes(await shop.sells('Pro', 30), failsLater)
    await shop.until('2031-02-20')
    await shop.newCard(ada, 'tok_sandbox_ok')
    expect(await shop.now(ada)).toMatchObject({ status: 'active' })
    await shop.until('2031-03-15')
    expect(await shop.bill(ada)).toEqual([
      '2031-01-15 first 30.00 paid',
      '2031-02-15 renewal 30.00 paid',
      '2031-03-15 renewal 30.00 paid',
    ])
  })

  it('isn’t tried any more by who leaves meanwhile', async () => {
    const shop = await opened('2031-01-15')
    const ada = await shop.subscribes(await shop.sells('Pro', 30), failsLater)
    await shop.until('2031-02-16')
    expect(await shop.changes(ada, { cancel_at_period_end: true })).toMatchObject({
      status: 'canceled',
    })
    await shop.newCard(ada, 'tok_sandbox_ok')
    await shop.until('2031-06-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-01-15 first 30.00 paid',
      '2031-02-15 renewal 30.00 pending',
    ])
  })

  it('leaves the old plan in place where the new one was to be paid at once', async () => {
    const shop = await opened('2031-01-15')
    const ada = await shop.subscribes(await shop.sells('Pro', 30), failsLater)
    const product_id = await shop.sells('Max', 90)
    expect(await shop.asks(ada, { product_id, ...invoice })).toMatchObject({
      status: 402,
      body: { error: 'PaymentFailed' },
    })
    expect(await shop.now(ada)).toEqual(ada)
    expect(await shop.bill(ada)).toHaveLength(1)
  })

  it('rests unpaid where the seller has it so, until the money comes', async () => {
    const shop = await opened('2031-01-15')
    await shop.settings({ dunning: { attempt_days: [3], final_action: 'unpaid' } })
    const ada = await shop.subscribes(await shop.sells('Pro', 30), failsLater)
    await shop.until('2031-08-01')
    expect(await shop.now(ada)).toMatchObject({ status: 'unpaid' })
    expect(await shop.bill(ada)).toHaveLength(2)
    await shop.newCard(ada, 'tok_sandbox_ok')
    expect(await shop.now(ada)).toMatchObject({ status: 'active' })
  })

  it('stays overdue for two years where the seller never gives up', async () => {
    const shop = await opened('2031-01-15')
    await shop.settings({ dunning: { final_action: 'keep' } })
    const ada = await shop.subscribes(await shop.sells('Pro', 30), failsLater)
    await shop.until('2033-01-15')
    expect(await shop.now(ada)).toMatchObject({ status: 'past_due' })
    const bill = await shop.bill(ada)
    expect(bill).toHaveLength(25)
    expect(bill.slice(1).every((line) => line.endsWith('30.00 pending'))).toBe(true)
    await shop.newCard(ada, 'tok_sandbox_ok')
    expect(await shop.now(ada)).toMatchObject({ status: 'active' })
    expect((await shop.bill(ada)).every((line) => line.endsWith('paid'))).toBe(true)
  })
})

describe('a product that changes', () => {
  it('by its price costs those who have it what it did', async () => {
    const shop = await opened('2031-01-15')
    const product = await shop.sells('Pro', 30)
    const ada = await shop.subscribes(product)
    await shop.polar.products.update({
      id: product,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 4500 }] },
    })
    const bea = await shop.subscribes(product)
    await shop.until('2031-02-15')
    expect((await shop.bill(ada)).at(-1)).toBe('2031-02-15 renewal 30.00 paid')
    expect((await shop.bill(bea)).at(-1)).toBe('2031-02-15 renewal 45.00 paid')
    // And by intention it costs them what it does.
    await shop.changes(ada, { product_id: product, ...later })
    await shop.until('2031-03-15')
    expect((await shop.bill(ada)).at(-1)).toBe('2031-03-15 renewal 45.00 paid')
  })

  it('by not being sold any more goes on for those who have it', async () => {
    const shop = await opened('2031-01-15')
    const product = await shop.sells('Pro', 30)
    const ada = await shop.subscribes(product)
    await shop.polar.products.update({ id: product, productUpdate: { isArchived: true } })
    await shop.until('2031-02-15')
    expect((await shop.bill(ada)).at(-1)).toBe('2031-02-15 renewal 30.00 paid')
  })
})

it('what is free is billed every month as well, and is nothing', async () => {
  const shop = await opened('2031-01-15')
  const ada = await shop.subscribes(await shop.sells('Free', 0))
  await shop.until('2031-03-15')
  expect(await shop.bill(ada)).toEqual([
    '2031-01-15 first 0.00 paid',
    '2031-02-15 renewal 0.00 paid',
    '2031-03-15 renewal 0.00 paid',
  ])
})
