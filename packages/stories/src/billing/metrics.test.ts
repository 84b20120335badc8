import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js'
import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()
const openShop = () => newShop(site, '2031-01-15')

describe('the official client', () => {
  it('reads every metric, and the limits', async () => {
    const shop = await openShop()
    const pro = await shop.createProduct('Pro', 30)
    await shop.subscribe(pro)
    const bob = await shop.subscribe(await shop.createProduct('Team', 50))
    await shop.polar.checkouts.create({ products: [pro] })
    const range = {
      startDate: new RFCDate('2031-01-14'),
      endDate: new RFCDate('2031-01-16'),
      interval: 'day',
    } as const
    const { periods, totals, metrics } = await shop.polar.metrics.get(range)
    expect(periods.map(({ timestamp }) => timestamp.toISOString().slice(0, 10))).toEqual([
      '2031-01-14',
      '2031-01-15',
      '2031-01-16',
    ])
    const { timestamp: _timestamp, ...first } = periods[0] ?? {}
    expect(Object.values(first).every((value) => value === 0)).toBe(true)
    const expected = {
      orders: 2,
      revenue: 8000,
      cumulativeRevenue: 8000,
      averageOrderValue: 4000,
      oneTimeProducts: 0,
      oneTimeProductsRevenue: 0,
      newSubscriptions: 2,
      newSubscriptionsRevenue: 8000,
      renewedSubscriptions: 0,
      renewedSubscriptionsRevenue: 0,
      activeSubscriptions: 2,
      monthlyRecurringRevenue: 8000,
      checkouts: 3,
      succeededCheckouts: 2,
      checkoutsConversion: 2 / 3,
    }
    expect(periods[1]).toMatchObject(expected)
    expect(totals).toEqual(expected)
    expect(metrics.checkoutsConversion).toEqual({
      slug: 'checkouts_conversion',
      displayName: 'Checkouts Conversion Rate',
      type: 'percentage',
    })
    const totalsOf = async (filter: object) =>
      (await shop.polar.metrics.get({ ...range, ...filter })).totals
    expect(await totalsOf({ productId: pro })).toMatchObject({
      orders: 1,
      revenue: 3000,
      checkouts: 2,
    })
    expect(await totalsOf({ customerId: bob.customerId })).toMatchObject({
      revenue: 5000,
      monthlyRecurringRevenue: 5000,
      checkouts: 1,
    })
    expect(await totalsOf({ billingType: 'one_time' })).toMatchObject({
      orders: 0,
      activeSubscriptions: 0,
      checkouts: 0,
    })
    expect(await totalsOf({ billingType: 'recurring' })).toEqual(expected)
    const limits = await shop.polar.metrics.limits()
    expect(limits.intervals).toEqual({
      hour: { maxDays: 7 },
      day: { maxDays: 366 },
      week: { maxDays: 365 },
      month: { maxDays: 1460 },
      year: { maxDays: 3650 },
    })
    expect(limits.minDate.toString() >= '2023-01-01').toBe(true)
  })
})

describe('days', () => {
  it('begin where the organization is, also when clocks change', async () => {
    const shop = await openShop()
    const product = await shop.createProduct('Pro', 30)
    const path = '/metrics/?start_date=2031-03-29&end_date=2031-03-31'
    // In Berlin it is half past midnight, and the day has 23 hours.
    await shop.advanceTo('2031-03-29T23:30:00Z')
    await shop.subscribe(product)
    const ordersBy = async (query: string) => {
      const { body } = await shop.get(`${path}${query}`)
      return Object(body).periods.map((one: Record<string, unknown>) => [
        one['timestamp'],
        one['orders'],
      ])
    }
    expect(await ordersBy('&interval=day')).toEqual([
      ['2031-03-29T00:00:00.000Z', 1],
      ['2031-03-30T00:00:00.000Z', 0],
      ['2031-03-31T00:00:00.000Z', 0],
    ])
    await shop.updateSettings({ time_zone: 'Europe/Berlin' })
    const inBerlin = [
      ['2031-03-28T23:00:00.000Z', 0],
      ['2031-03-29T23:00:00.000Z', 1],
      ['2031-03-30T22:00:00.000Z', 0],
    ]
    expect(await ordersBy('&interval=day')).toEqual(inBerlin)
    expect(await ordersBy('&interval=day&timezone=Europe/Berlin')).toEqual(inBerlin)
    expect((await ordersBy('&interval=day&timezone=UTC'))[0]).toEqual([
      '2031-03-29T00:00:00.000Z',
      1,
    ])
    expect(await ordersBy('&interval=hour')).toHaveLength(24 + 23 + 24)
  })
})
