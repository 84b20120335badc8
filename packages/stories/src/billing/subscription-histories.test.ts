import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

const opened = (when: string) => newShop(site, when)

const invoice = { proration_behavior: 'invoice' } as const
const prorate = { proration_behavior: 'prorate' } as const
const later = { proration_behavior: 'next_period' } as const
const reset = { proration_behavior: 'reset' } as const

describe('the calendar', () => {
  it('who began on the 31st pays on the last day of shorter months', async () => {
    const shop = await opened('2031-01-31')
    const ada = await shop.subscribes(await shop.sells('Pro', 30))
    await shop.until('2031-05-31')
    expect(await shop.bill(ada)).toEqual([
      '2031-01-31 first 30.00 paid',
      '2031-02-28 renewal 30.00 paid',
      '2031-03-31 renewal 30.00 paid',
      '2031-04-30 renewal 30.00 paid',
      '2031-05-31 renewal 30.00 paid',
    ])
  })

  it('in a leap year February has a 29th', async () => {
    const shop = await opened('2032-01-30')
    const ada = await shop.subscribes(await shop.sells('Pro', 30))
    await shop.until('2032-03-30')
    expect(await shop.bill(ada)).toEqual([
      '2032-01-30 first 30.00 paid',
      '2032-02-29 renewal 30.00 paid',
      '2032-03-30 renewal 30.00 paid',
    ])
  })

  it('who began a year on the 29th of February comes back to it every four years', async () => {
    const shop = await opened('2032-02-29')
    const ada = await shop.subscribes(await shop.sells('Yearly', 300, 'year'))
    await shop.until('2036-03-01')
    expect((await shop.bill(ada)).map((line) => line.slice(0, 10))).toEqual([
      '2032-02-29',
      '2033-02-28',
      '2034-02-28',
      '2035-02-28',
      '2036-02-29',
    ])
  })

  it('no clock that is put forward or back moves the hour of a period', async () => {
    const shop = await opened('2031-03-15T22:30:00Z')
    const ada = await shop.subscribes(await shop.sells('Pro', 30))
    await shop.until('2031-11-20')
    const { currentPeriodStart, currentPeriodEnd } = await shop.now(ada)
    expect(currentPeriodStart).toEqual(new Date('2031-11-15T22:30:00Z'))
    expect(currentPeriodEnd).toEqual(new Date('2031-12-15T22:30:00Z'))
  })

  it('three years at once are the same as thirty-six months one by one', async () => {
    const [atOnce, monthly] = [await opened('2031-01-31'), await opened('2031-01-31')]
    const ada = await atOnce.subscribes(await atOnce.sells('Pro', 30))
    const bea = await monthly.subscribes(await monthly.sells('Pro', 30))
    await atOnce.until('2034-01-31')
    for (let month = 1; month <= 36; month += 1) {
      await monthly.until(new Date(Date.UTC(2031, month + 1, 0)).toISOString())
    }
    const bill = await atOnce.bill(ada)
    expect(bill).toHaveLength(37)
    expect(await monthly.bill(bea)).toEqual(bill)
  })
})

describe('another plan in the middle of April', () => {
  async function inApril(from: number, to: number) {
    const shop = await opened('2031-04-01')
    const ada = await shop.subscribes(await shop.sells('Old', from))
    await shop.until('2031-04-16')
    return { shop, ada, product_id: await shop.sells('New', to) }
  }

  it('is paid at once, for the rest of the month', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.changes(ada, { product_id, ...invoice })
    await shop.until('2031-05-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-04-16 change 30.00 paid',
      '2031-05-01 renewal 90.00 paid',
    ])
  })

  it('is paid with the next month', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.changes(ada, { product_id, ...prorate })
    await shop.until('2031-06-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 120.00 paid',
      '2031-06-01 renewal 90.00 paid',
    ])
  })

  it('leaves a credit where it is cheaper, and the next month uses it', async () => {
    const { shop, ada, product_id } = await inApril(90, 30)
    await shop.changes(ada, { product_id, ...invoice })
    await shop.until('2031-06-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 90.00 paid',
      '2031-04-16 change -30.00 paid',
      '2031-05-01 renewal 30.00 paid',
      '2031-06-01 renewal 30.00 paid',
    ])
    expect(await shop.charges()).toEqual([90, 30])
  })

  it('is taken back the same moment, and costs nothing', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.changes(ada, { product_id, ...prorate })
    await shop.changes(ada, { product_id: ada.productId, ...prorate })
    await shop.until('2031-05-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 30.00 paid',
    ])
  })

  it('and another, and the first one again: each day costs what it had', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.changes(ada, { product_id, ...prorate })
    await shop.until('2031-04-26')
    await shop.changes(ada, { product_id: ada.productId, ...prorate })
    await shop.until('2031-05-01')
    // Ten days of the dearer one: 30 of 90, less 10 of 30.
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 50.00 paid',
    ])
  })

  it('comes with May where that is wanted', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    expect(await shop.changes(ada, { product_id, ...later })).toMatchObject({ amount: 3000 })
    await shop.until('2031-05-01')
    expect(await shop.now(ada)).toMatchObject({ amount: 9000, productId: product_id })
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-05-01 renewal 90.00 paid',
    ])
  })

  it('doesn’t come with May where somebody thought better of it', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.changes(ada, { product_id, ...later })
    await shop.changes(ada, { pending_update: null })
    await shop.until('2031-05-01')
    expect((await shop.bill(ada)).at(-1)).toBe('2031-05-01 renewal 30.00 paid')
  })

  it('begins a month of its own', async () => {
    const { shop, ada, product_id } = await inApril(30, 90)
    await shop.changes(ada, { product_id, ...reset })
    await shop.until('2031-05-16')
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-04-16 change 90.00 paid',
      '2031-05-16 renewal 90.00 paid',
    ])
  })

  it('is a whole year, less what is left of the month', async () => {
    const { shop, ada } = await inApril(30, 90)
    const product_id = await shop.sells('Yearly', 300, 'year')
    await shop.changes(ada, { product_id, ...prorate })
    await shop.until('2032-04-16')
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 30.00 paid',
      '2031-04-16 change 285.00 paid',
      '2032-04-16 renewal 300.00 paid',
    ])
  })

  it('costs less with a fifth off for ever', async () => {
    const shop = await opened('2031-04-01')
    const discountId = await shop.discounts({
      type: 'percentage',
      basis_points: 2000,
      duration: 'forever',
    })
    const ada = await shop.subscribes(await shop.sells('Old', 30), { discountId })
    await shop.until('2031-04-16')
    await shop.changes(ada, { product_id: await shop.sells('New', 90), ...invoice })
    await shop.until('2031-05-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-04-01 first 24.00 paid',
      '2031-04-16 change 24.00 paid',
      '2031-05-01 renewal 72.00 paid',
    ])
  })
})

it('a year that is left for months is used up month by month', async () => {
  const shop = await opened('2031-01-01')
  const ada = await shop.subscribes(await shop.sells('Yearly', 365, 'year'))
  const product_id = await shop.sells('Monthly', 50)
  await shop.until('2031-10-23')
  await shop.changes(ada, { product_id, ...prorate })
  await shop.until('2031-11-23')
  // Seventy days are left of the year.
  expect(await shop.bill(ada)).toEqual([
    '2031-01-01 first 365.00 paid',
    '2031-10-23 change -20.00 paid',
    '2031-11-23 renewal 50.00 paid',
  ])
})

describe('a discount', () => {
  const half = { type: 'percentage', basis_points: 5000 } as const

  async function billed(terms: object, months: number): Promise<string[]> {
    const shop = await opened('2031-01-15')
    const discountId = await shop.discounts({ ...half, ...terms })
    const ada = await shop.subscribes(await shop.sells('Pro', 30), { discountId })
    await shop.until(new Date(Date.UTC(2031, months, 16)).toISOString())
    return (await shop.bill(ada)).map((line) => line.slice(11))
  }

  it('of three months ends with the third', async () => {
    expect(await billed({ duration: 'repeating', duration_in_months: 3 }, 4)).toEqual([
      'first 15.00 paid',
      'renewal 15.00 paid',
      'renewal 15.00 paid',
      'renewal 30.00 paid',
      'renewal 30.00 paid',
    ])
  })

  it('of once is taken off once', async () => {
    expect(await billed({ duration: 'once' }, 2)).toEqual([
      'first 15.00 paid',
      'renewal 30.00 paid',
      'renewal 30.00 paid',
    ])
  })

  it('for ever stays, also after nobody else can have it', async () => {
    const shop = await opened('2031-01-15')
    const discountId = await shop.discounts({ ...half, duration: 'forever' })
    const ada = await shop.subscribes(await shop.sells('Pro', 30), { discountId })
    await shop.polar.discounts.delete({ id: discountId })
    await shop.until('2031-02-16')
    expect((await shop.bill(ada)).at(-1)).toBe('2031-02-15 renewal 15.00 paid')
  })

  it('that the seller gives takes something off from the next month on', async () => {
    const shop = await opened('2031-01-15')
    const discount_id = await shop.discounts({ ...half, duration: 'once' })
    const ada = await shop.subscribes(await shop.sells('Pro', 30))
    await shop.changes(ada, { discount_id })
    await shop.until('2031-03-16')
    expect((await shop.bill(ada)).map((line) => line.slice(11))).toEqual([
      'first 30.00 paid',
      'renewal 15.00 paid',
      'renewal 30.00 paid',
    ])
  })
})
