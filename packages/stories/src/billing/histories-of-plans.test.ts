import { describe, expect, test } from 'vitest'
import { testSite } from '../site.ts'
import { events, months } from './figures.ts'
import { figuresAfter, type History, on25January, prorate, subscribed } from './histories.ts'
import { asAnonymous } from './seller.ts'
import { newShop, type Shop } from './shop.ts'

const site = testSite()

const nextPeriod = { proration_behavior: 'next_period' } as const

const state = { list_run_rate: '$ list', billing_run_rate: '$ billing', trial_run_rate: '$ trial' }

const tenDollars = { type: 'fixed', amount: 1000, currency: 'usd', duration: 'forever' }

async function discounted(shop: Shop, terms: object) {
  const discountId = await shop.createDiscount(terms)
  return subscribed(shop, 30, { discountId })
}

describe('discounts', () => {
  test.each<[string, History]>([
    [
      'of two months end with the third',
      {
        act: async (shop) => {
          const half = { type: 'percentage', basis_points: 5000, duration: 'repeating' }
          await discounted(shop, { ...half, duration_in_months: 2 })
          await shop.advanceTo('2031-03-20')
        },
        shows: { revenue: '$ sold', ...state },
        figures: [
          '01: sold $15, list $30, billing $15',
          '02: sold $15, list $30, billing $15',
          '03: sold $30, list $30, billing $30',
          ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
            (month) => `${month}: list $30, billing $30`,
          ),
        ],
      },
    ],
    [
      'of a percentage for ever reduce what recurs',
      {
        act: async (shop) => {
          await discounted(shop, { type: 'percentage', basis_points: 2000, duration: 'forever' })
          await shop.advanceTo('2031-02-20')
        },
        figures: ['01: orders 1, sold $24, net $24, new $24', '02: orders 1, sold $24, net $24'],
      },
    ],
    [
      'of an amount for the first month don’t',
      {
        act: async (shop) => {
          await discounted(shop, { ...tenDollars, duration: 'once' })
          await shop.advanceTo('2031-02-20')
        },
        figures: ['01: orders 1, sold $20, net $20, new $30', '02: orders 1, sold $30, net $30'],
      },
    ],
    [
      'that are taken away expand',
      {
        act: async (shop) => {
          const ada = await discounted(shop, tenDollars)
          await shop.advanceTo('2031-02-20')
          await shop.change(ada, { discount_id: null })
          await shop.advanceTo('2031-03-20')
        },
        figures: [
          '01: orders 1, sold $20, net $20, new $20',
          '02: orders 1, sold $20, net $20, expansion $10',
          '03: orders 1, sold $30, net $30',
        ],
      },
    ],
    [
      'that are given later contract',
      {
        act: async (shop) => {
          const ada = await subscribed(shop)
          await shop.advanceTo('2031-02-20')
          await shop.change(ada, { discount_id: await shop.createDiscount(tenDollars) })
          await shop.advanceTo('2031-03-20')
        },
        figures: [
          '01: orders 1, sold $30, net $30, new $30',
          '02: orders 1, sold $30, net $30, contraction $-10',
          '03: orders 1, sold $20, net $20',
        ],
      },
    ],
  ])('%s', async (_, history) => {
    expect(await figuresAfter(site, history)).toEqual(history.figures)
  })
})

describe('changes in the middle of a month', () => {
  const change = (from: number, to: number, how: object) => async (shop: Shop) => {
    const ada = await subscribed(shop, from)
    await on25January(shop)
    await shop.change(ada, { product_id: await shop.createProduct('Team', to), ...how })
    await shop.advanceTo('2031-02-28')
  }
  test.each<[string, History]>([
    [
      'upwards are billed at once',
      {
        act: change(31, 62, { proration_behavior: 'invoice' }),
        figures: [
          '01: orders 2, sold $52, net $52, new $31, expansion $31',
          '02: orders 1, sold $62, net $62',
        ],
      },
    ],
    [
      'upwards are billed with the next period',
      {
        act: change(31, 62, prorate),
        figures: [
          '01: orders 1, sold $31, net $31, new $31, expansion $31',
          '02: orders 1, sold $83, net $83',
        ],
      },
    ],
    [
      'downwards are credited with the next period',
      {
        act: change(62, 31, prorate),
        figures: [
          '01: orders 1, sold $62, net $62, new $62, contraction $-31',
          '02: orders 1, sold $10, net $10',
        ],
      },
    ],
    [
      'begin a new period at the full price',
      {
        act: change(31, 62, { proration_behavior: 'reset' }),
        figures: [
          '01: orders 2, sold $93, net $93, new $31, expansion $31',
          '02: orders 1, sold $62, net $62',
        ],
      },
    ],
    [
      'up and down again cost nothing',
      {
        act: async (shop) => {
          const pro = await shop.createProduct('Pro', 31)
          const ada = await shop.subscribe(pro)
          await on25January(shop)
          const team = await shop.createProduct('Team', 62)
          await shop.change(ada, { product_id: team, ...prorate })
          await shop.change(ada, { product_id: pro, ...prorate })
          await shop.advanceTo('2031-02-20')
        },
        figures: [
          '01: orders 1, sold $31, net $31, new $31, expansion $31, contraction $-31',
          '02: orders 1, sold $31, net $31',
        ],
      },
    ],
    [
      'to a cheaper price of the same product are a price migration',
      {
        act: async (shop) => {
          const product = await shop.createProduct('Pro', 30)
          const ada = await shop.subscribe(product)
          const prices = [{ amountType: 'fixed', priceAmount: 2500 } as const]
          await shop.polar.products.update({ id: product, productUpdate: { prices } })
          await shop.change(ada, { product_id: product, ...nextPeriod })
          await shop.advanceTo('2031-02-20')
        },
        figures: [
          '01: orders 1, sold $30, net $30, new $30',
          '02: orders 1, sold $25, net $25, migrated $-5',
        ],
      },
    ],
    [
      'of the price alone leave those who have the old one',
      {
        act: async (shop) => {
          const product = await shop.createProduct('Pro', 30)
          await shop.subscribe(product)
          const prices = [{ amountType: 'fixed', priceAmount: 9900 } as const]
          await shop.polar.products.update({ id: product, productUpdate: { prices } })
          await shop.advanceTo('2031-02-20')
        },
        figures: ['01: orders 1, sold $30, net $30, new $30', '02: orders 1, sold $30, net $30'],
      },
    ],
  ])('%s', async (_, history) => {
    expect(await figuresAfter(site, history)).toEqual(history.figures)
  })

  test('leave one product and enter the other', async () => {
    const shop = await newShop(site, '2031-01-15')
    const [pro, team] = [await shop.createProduct('Pro', 31), await shop.createProduct('Team', 62)]
    const ada = await shop.subscribe(pro)
    await on25January(shop)
    await shop.change(ada, { product_id: team, ...prorate })
    const moved = { ...events, list_run_rate: '$ list' }
    expect(await months(shop, moved, `&product_id=${pro}`)).toEqual([
      '01: orders 1, sold $31, net $31, new $31, expansion $-31, left 1',
    ])
    expect((await months(shop, moved, `&product_id=${team}`))[0]).toBe(
      '01: expansion $62, list $62',
    )
  })
})

describe('years', () => {
  test.each<[string, History]>([
    [
      'go on until they are over, whatever is wanted then',
      {
        act: async (shop) => {
          const ada = await shop.subscribe(await shop.createProduct('Pro', 240, 'year'))
          const monthly = await shop.createProduct('Monthly', 30)
          await shop.change(ada, { product_id: monthly, ...nextPeriod })
          await shop.advanceTo('2031-12-31')
        },
        figures: ['01: orders 1, sold $240, net $240, new $20'],
      },
    ],
    [
      'become months: a month of each is compared',
      {
        act: async (shop) => {
          const ada = await shop.subscribe(await shop.createProduct('Pro', 365, 'year'))
          // 292 of 365 days are left, at a dollar each.
          await shop.advanceTo('2031-03-29')
          const monthly = await shop.createProduct('Monthly', 40)
          await shop.change(ada, { product_id: monthly, ...prorate })
          await shop.advanceTo('2031-03-30')
        },
        shows: { new_run_rate: '$ new', expansion_run_rate: '$ expansion' },
        figures: ['01: new $30.42', '03: expansion $9.58'],
      },
    ],
    [
      'that are canceled recur until they end, committed to nothing',
      {
        act: async (shop) => {
          const ada = await shop.subscribe(await shop.createProduct('Pro', 240, 'year'))
          await shop.change(ada, { cancel_at_period_end: true })
          await shop.advanceTo('2031-02-20')
        },
        shows: { ...events, committed_run_rate: '$ committed' },
        figures: ['01: orders 1, sold $240, net $240, new $20'],
      },
    ],
  ])('%s', async (_, history) => {
    expect(await figuresAfter(site, history)).toEqual(history.figures)
  })
})

describe('free plans', () => {
  test.each<[string, History]>([
    [
      'that end are no churn of revenue',
      {
        act: async (shop) => shop.change(await subscribed(shop, 0), { revoke: true }),
        figures: ['01: orders 1, ended 1'],
      },
    ],
    [
      'become paid ones through a checkout',
      {
        act: async (shop) => {
          const free = await subscribed(shop, 0)
          await shop.advanceTo('2031-02-10')
          const { id, clientSecret } = await shop.polar.checkouts.create({
            products: [await shop.createProduct('Pro', 30)],
            subscriptionId: free.id,
          })
          const confirmation = {
            customerName: 'Ada Buyer',
            customerBillingAddress: { country: 'DE' },
            confirmationTokenId: 'tok_sandbox_ok',
          }
          await asAnonymous(site).checkouts.clientConfirm({
            clientSecret,
            checkoutConfirmStripe: confirmation,
          })
          const statusOf = async () => (await shop.polar.checkouts.get({ id })).status
          await expect.poll(statusOf, { timeout: 30_000 }).toBe('succeeded')
        },
        figures: ['01: orders 1', '02: orders 1, sold $30, net $30, new $30'],
      },
    ],
  ])('%s', async (_, history) => {
    expect(await figuresAfter(site, history)).toEqual(history.figures)
  })
})
