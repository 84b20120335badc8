import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

const openShop = (when: string) => newShop(site, when)

const invoice = { proration_behavior: 'invoice' } as const
const prorate = { proration_behavior: 'prorate' } as const
const nextPeriod = { proration_behavior: 'next_period' } as const
const reset = { proration_behavior: 'reset' } as const

describe('billing periods', () => {
  it('started on the 31st renew on the last day of shorter months', async () => {
    const shop = await openShop('2031-01-31')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-05-31')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-01-31 first 30.00 paid',
      '2031-02-28 renewal 30.00 paid',
      '2031-03-31 renewal 30.00 paid',
      '2031-04-30 renewal 30.00 paid',
      '2031-05-31 renewal 30.00 paid',
    ])
  })

  it('renew on the 29th of February in a leap year', async () => {
    const shop = await openShop('2032-01-30')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2032-03-30')
    expect(await shop.billedOrders(ada)).toEqual([
      '2032-01-30 first 30.00 paid',
      '2032-02-29 renewal 30.00 paid',
      '2032-03-30 renewal 30.00 paid',
    ])
  })

  it('of a year started on the 29th of February return to that day every four years', async () => {
    const shop = await openShop('2032-02-29')
    const ada = await shop.subscribe(await shop.createProduct('Yearly', 300, 'year'))
    await shop.advanceTo('2036-03-01')
    expect((await shop.billedOrders(ada)).map((line) => line.slice(0, 10))).toEqual([
      '2032-02-29',
      '2033-02-28',
      '2034-02-28',
      '2035-02-28',
      '2036-02-29',
    ])
  })

  it('keep their hour in UTC across daylight saving time', async () => {
    const shop = await openShop('2031-03-15T22:30:00Z')
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.advanceTo('2031-11-20')
    const { currentPeriodStart, currentPeriodEnd } = await shop.reload(ada)
    expect(currentPeriodStart).toEqual(new Date('2031-11-15T22:30:00Z'))
    expect(currentPeriodEnd).toEqual(new Date('2031-12-15T22:30:00Z'))
  })

  it('give the same orders in one run of three years and in thirty-six monthly runs', async () => {
    const [atOnce, monthly] = [await openShop('2031-01-31'), await openShop('2031-01-31')]
    const ada = await atOnce.subscribe(await atOnce.createProduct('Pro', 30))
    const bea = await monthly.subscribe(await monthly.createProduct('Pro', 30))
    await atOnce.advanceTo('2034-01-31')
    for (let month = 1; month <= 36; month += 1) {
      await monthly.advanceTo(new Date(Date.UTC(2031, month + 1, 0)).toISOString())
    }
    const orders = await atOnce.billedOrders(ada)
    expect(orders).toHaveLength(37)
    expect(await monthly.billedOrders(bea)).toEqual(orders)
  })
})

describe('a change of product in the middle of April', () => {
  async function inApril(from: number, to: number) {
    const shop = await openShop('2031-04-01')
    const ada = await shop.subscribe(await shop.createProduct('Old', from))
    await shop.advanceTo('2031-04-16')
    return { shop, ada, product_id: await shop.createProduct('New', to) }
  }

  it('with `invoice` is paid immediately for the rest of the month', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.change(ada, { product_id, ...invoice })
    await shop.advanceTo('2031-05-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-04-16 change 30.00 paid',
      '2031-05-01 renewal 90.00 paid',
    ])
  })

  it('with `prorate` is paid with the next renewal', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.change(ada, { product_id, ...prorate })
    await shop.advanceTo('2031-06-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 120.00 paid',
      '2031-06-01 renewal 90.00 paid',
    ])
  })

  it('to a cheaper product leaves a credit that the next renewal uses', async () => {
    const { shop, ada, product_id } = await inApril(90, 30)
    await shop.change(ada, { product_id, ...invoice })
    await shop.advanceTo('2031-06-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 90.00 paid',
      '2031-04-16 change -30.00 paid',
      '2031-05-01 renewal 30.00 paid',
      '2031-06-01 renewal 30.00 paid',
    ])
    expect(await shop.charges()).toEqual([90, 30])
  })

  it('costs nothing when it is reversed at the same moment', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.change(ada, { product_id, ...prorate })
    await shop.change(ada, { product_id: ada.productId, ...prorate })
    await shop.advanceTo('2031-05-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 30.00 paid',
    ])
  })

  it('that is reversed later bills each day at the price of its product', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.change(ada, { product_id, ...prorate })
    await shop.advanceTo('2031-04-26')
    await shop.change(ada, { product_id: ada.productId, ...prorate })
    await shop.advanceTo('2031-05-01')
    // Ten days of the new product cost 30.00, less 10.00 for the old one, on top of 30.00.
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 50.00 paid',
    ])
  })

  it('with `next_period` takes effect at the next renewal', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    expect(await shop.change(ada, { product_id, ...nextPeriod })).toMatchObject({ amount: 3000 })
    await shop.advanceTo('2031-05-01')
    expect(await shop.reload(ada)).toMatchObject({ amount: 9000, productId: product_id })
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 90.00 paid',
    ])
  })

  it('with `next_period` can be canceled before it takes effect', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.change(ada, { product_id, ...nextPeriod })
    await shop.change(ada, { pending_update: null })
    await shop.advanceTo('2031-05-01')
    expect((await shop.billedOrders(ada)).at(-1)).toBe('2031-05-01 renewal 30.00 paid')
  })

  it('with `reset` starts a new period at the full price', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.change(ada, { product_id, ...reset })
    await shop.advanceTo('2031-05-16')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-04-16 change 90.00 paid',
      '2031-05-16 renewal 90.00 paid',
    ])
  })

  it('to a yearly product bills the year less the credit for the rest of the month', async () => {
    const { shop, ada } = await inApril(30, 90)
    const product_id = await shop.createProduct('Yearly', 300, 'year')
    await shop.change(ada, { product_id, ...prorate })
    await shop.advanceTo('2032-04-16')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-04-16 change 285.00 paid',
      '2032-04-16 renewal 300.00 paid',
    ])
  })

  it('is prorated with the discount taken off', async () => {
    const shop = await openShop('2031-04-01')
    const discountId = await shop.createDiscount({
      type: 'percentage',
      basis_points: 2000,
      duration: 'forever',
    })
    const ada = await shop.subscribe(await shop.createProduct('Old', 30), { discountId })
    await shop.advanceTo('2031-04-16')
    await shop.change(ada, { product_id: await shop.createProduct('New', 90), ...invoice })
    await shop.advanceTo('2031-05-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-04-01 first 24.00 paid',
      '2031-04-16 change 24.00 paid',
      '2031-05-01 renewal 72.00 paid',
    ])
  })
})

it('the credit for the rest of a year pays the monthly renewals that follow', async () => {
  const shop = await openShop('2031-01-01')
  const ada = await shop.subscribe(await shop.createProduct('Yearly', 365, 'year'))
  const product_id = await shop.createProduct('Monthly', 50)
  await shop.advanceTo('2031-10-23')
  await shop.change(ada, { product_id, ...prorate })
  await shop.advanceTo('2031-11-23')
  // 70.00 is left of the year: 50.00 of it pays the first month, 20.00 is credited.
  expect(await shop.billedOrders(ada)).toEqual([
    '2031-01-01 first 365.00 paid',
    '2031-10-23 change -20.00 paid',
    '2031-11-23 renewal 50.00 paid',
  ])
  const { result } = await shop.polar.orders.list({ customerId: ada.customerId })
  const credit = result.items.find(({ totalAmount }) => totalAmount < 0)
  const { body } = await shop.documentsOf(credit?.id ?? '')
  expect(body).toMatchObject({
    items: [
      {
        kind: 'credit_note',
        cause: 'credit',
        amount: -2000,
        number: expect.stringMatching(/-CN-0001$/),
      },
    ],
  })
})

describe('a discount', () => {
  const half = { type: 'percentage', basis_points: 5000 } as const

  async function billed(terms: object, months: number): Promise<string[]> {
    const shop = await openShop('2031-01-15')
    const discountId = await shop.createDiscount({ ...half, ...terms })
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), { discountId })
    await shop.advanceTo(new Date(Date.UTC(2031, months, 16)).toISOString())
    return (await shop.billedOrders(ada)).map((line) => line.slice(11))
  }

  it('for three months is taken off three times', async () => {
    expect(await billed({ duration: 'repeating', duration_in_months: 3 }, 4)).toEqual([
      'first 15.00 paid',
      'renewal 15.00 paid',
      'renewal 15.00 paid',
      'renewal 30.00 paid',
      'renewal 30.00 paid',
    ])
  })

  it('with the duration `once` is taken off once', async () => {
    expect(await billed({ duration: 'once' }, 2)).toEqual([
      'first 15.00 paid',
      'renewal 30.00 paid',
      'renewal 30.00 paid',
    ])
  })

  it('with the duration `forever` stays after the discount is deleted', async () => {
    const shop = await openShop('2031-01-15')
    const discountId = await shop.createDiscount({ ...half, duration: 'forever' })
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30), { discountId })
    await shop.polar.discounts.delete({ id: discountId })
    await shop.advanceTo('2031-02-16')
    expect((await shop.billedOrders(ada)).at(-1)).toBe('2031-02-15 renewal 15.00 paid')
  })

  it('added by the seller is taken off from the next renewal on', async () => {
    const shop = await openShop('2031-01-15')
    const discount_id = await shop.createDiscount({ ...half, duration: 'once' })
    const ada = await shop.subscribe(await shop.createProduct('Pro', 30))
    await shop.change(ada, { discount_id })
    await shop.advanceTo('2031-03-16')
    expect((await shop.billedOrders(ada)).map((line) => line.slice(11))).toEqual([
      'first 30.00 paid',
      'renewal 15.00 paid',
      'renewal 30.00 paid',
    ])
  })
})
