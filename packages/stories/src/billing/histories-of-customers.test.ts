import { describe, expect, test } from 'vitest'
import { testSite } from '../site.ts'
import { buckets, events } from './figures.ts'
import { figuresAfter, type History, on25January, refund, subscribed } from './histories.ts'
import { newShop, type Shop } from './shop.ts'

const site = testSite()

async function allowSeveral({ polar }: Shop): Promise<void> {
  const { result } = await polar.organizations.list({})
  const subscriptionSettings = {
    allowMultipleSubscriptions: true,
    allowCustomerUpdates: true,
    prorationBehavior: 'invoice',
  } as const
  const id = result.items[0]?.id ?? ''
  await polar.organizations.update({ id, organizationUpdate: { subscriptionSettings } })
}

describe('customers', () => {
  test.each<[string, History]>([
    [
      'of two plans have left when both are over',
      {
        act: async (shop) => {
          await allowSeveral(shop)
          const pro = await subscribed(shop)
          const { customerId } = pro
          const team = await shop.subscribe(await shop.createProduct('Team', 50), { customerId })
          await on25January(shop)
          await shop.change(pro, { revoke: true })
          await shop.advanceTo('2031-02-20')
          await shop.change(team, { revoke: true })
        },
        figures: [
          '01: orders 2, sold $80, net $80, new $80, churn $-30, ended 1',
          '02: orders 1, sold $50, net $50, churn $-50, ended 1, left 1',
        ],
      },
    ],
    [
      'who keep one plan and take another again are no reactivation',
      {
        act: async (shop) => {
          await allowSeveral(shop)
          const product = await shop.createProduct('Pro', 30)
          const pro = await shop.subscribe(product)
          const { customerId } = pro
          await shop.subscribe(await shop.createProduct('Team', 50), { customerId })
          await on25January(shop)
          await shop.change(pro, { revoke: true })
          await shop.subscribe(product, { customerId })
        },
        figures: ['01: orders 3, sold $110, net $110, new $110, churn $-30, ended 1'],
      },
    ],
    [
      'who come back to another plan are reactivated',
      {
        act: async (shop) => {
          const ada = await subscribed(shop)
          await on25January(shop)
          await shop.change(ada, { revoke: true })
          await shop.advanceTo('2031-04-20')
          const { customerId } = ada
          await shop.subscribe(await shop.createProduct('Team', 50), { customerId })
        },
        figures: [
          '01: orders 1, sold $30, net $30, new $30, churn $-30, ended 1, left 1',
          '04: orders 1, sold $50, net $50, back $50',
        ],
      },
    ],
    [
      'who leave and come back in a month do both in it',
      {
        act: async (shop) => {
          const product = await shop.createProduct('Pro', 30)
          const ada = await shop.subscribe(product)
          await shop.advanceTo('2031-01-20')
          await shop.change(ada, { revoke: true })
          await on25January(shop)
          await shop.subscribe(product, { customerId: ada.customerId })
        },
        figures: [
          '01: orders 2, sold $60, net $60, new $30, churn $-30, back $30, ended 1, left 1',
        ],
      },
    ],
  ])('%s', async (_, history) => {
    expect(await figuresAfter(site, history)).toEqual(history.figures)
  })
})

describe('trials', () => {
  const trial = async (shop: Shop) =>
    shop.startTrial(await shop.createProduct('Pro', 30), '2031-02-10')
  test.each<[string, History]>([
    [
      'that are cut short are paid at once',
      {
        act: async (shop) => {
          const ada = await trial(shop)
          await shop.addCard(ada, 'tok_sandbox_ok')
          await on25January(shop)
          await shop.change(ada, { trial_end: 'now' })
        },
        figures: ['01: orders 2, sold $30, net $30, new $30'],
      },
    ],
    [
      'that are extended are paid later',
      {
        act: async (shop) => {
          const ada = await trial(shop)
          await shop.addCard(ada, 'tok_sandbox_ok')
          await shop.change(ada, { trial_end: '2031-03-10T00:00:00Z' })
          await shop.advanceTo('2031-03-20')
        },
        figures: ['01: orders 1', '03: orders 1, sold $30, net $30, new $30'],
      },
    ],
    [
      'that end at once were never revenue',
      {
        act: async (shop) => shop.change(await trial(shop), { revoke: true }),
        figures: ['01: orders 1, ended 1'],
      },
    ],
    [
      'without a card recur until dunning gives up',
      {
        act: async (shop) => {
          await trial(shop)
          await shop.advanceTo('2031-04-01')
        },
        figures: [
          '01: orders 1',
          '02: orders 1, sold $30, net $30, new $30',
          '03: churn $-30, ended 1, left 1',
        ],
      },
    ],
  ])('%s', async (_, history) => {
    expect(await figuresAfter(site, history)).toEqual(history.figures)
  })
})

describe('money that comes back or late', () => {
  test.each<[string, History]>([
    [
      'a full refund and an end leave nothing',
      {
        act: async (shop) => {
          const ada = await subscribed(shop)
          await refund(shop, ada.customerId, 3000)
          await on25January(shop)
          await shop.change(ada, { revoke: true })
        },
        figures: ['01: orders 1, sold $30, new $30, churn $-30, ended 1, left 1'],
      },
    ],
    [
      'a refund of a third reduces its own month',
      {
        act: async (shop) => {
          const ada = await subscribed(shop)
          await shop.advanceTo('2031-02-20')
          await shop.advanceTo('2031-03-10')
          await refund(shop, ada.customerId, 1000)
          await shop.advanceTo('2031-03-20')
        },
        figures: [
          '01: orders 1, sold $30, net $30, new $30',
          '02: orders 1, sold $30, net $30',
          '03: orders 1, sold $30, net $20',
        ],
      },
    ],
    [
      'a payment that fails and is made up for moves nothing',
      {
        act: async (shop) => {
          const ada = await subscribed(shop, 30, { card: 'tok_sandbox_fails_later' })
          await shop.advanceTo('2031-02-20')
          await shop.addCard(ada, 'tok_sandbox_ok')
          await shop.advanceTo('2031-02-25')
        },
        figures: ['01: orders 1, sold $30, net $30, new $30', '02: orders 1, sold $30, net $30'],
      },
    ],
    [
      'a lost dispute pauses, and another card resumes',
      {
        act: async (shop) => {
          const ada = await subscribed(shop, 30, { card: 'tok_sandbox_dispute_lost' })
          const disputes = async () => Object((await shop.get('/disputes/')).body).items.length
          await expect.poll(disputes, { timeout: 60_000 }).toBe(1)
          await shop.advanceTo('2031-03-01')
          await shop.addCard(ada, 'tok_sandbox_ok')
        },
        figures: [
          '01: orders 1, sold $30, new $30',
          '02: paused $-30, left 1',
          '03: orders 1, sold $30, net $30, resumed $30',
        ],
      },
    ],
    [
      'usage is billed with the end',
      {
        act: async (shop) => {
          const clauses = [{ property: 'name', operator: 'eq', value: 'call' } as const]
          const { id: meterId } = await shop.polar.meters.create({
            name: 'Calls',
            filter: { conjunction: 'and', clauses },
            aggregation: { func: 'count' },
          })
          const { id } = await shop.polar.products.create({
            name: 'Pro',
            recurringInterval: 'month',
            prices: [{ amountType: 'metered_unit', meterId, unitAmount: '250' }],
          })
          const ada = await shop.subscribe(id)
          const { customerId } = ada
          const events = ['a', 'b', 'c'].map(() => ({ name: 'call', customerId }))
          await shop.polar.events.ingest({ events })
          await shop.change(ada, { revoke: true })
        },
        figures: ['01: orders 2, sold $7.5, net $7.5, used $7.5, ended 1'],
      },
    ],
  ])('%s', async (_, history) => {
    expect(await figuresAfter(site, history)).toEqual(history.figures)
  })
})

describe('calendars', () => {
  test('months are as long as they are', async () => {
    const act = async (shop: Shop) => {
      await subscribed(shop)
      await shop.advanceTo('2031-03-31')
    }
    expect(await figuresAfter(site, { opensAt: '2031-01-31', act })).toEqual([
      '01: orders 1, sold $30, net $30, new $30',
      '02: orders 1, sold $30, net $30',
      '03: orders 1, sold $30, net $30',
    ])
  })

  test('weeks begin on Monday', async () => {
    const shop = await newShop(site, '2031-01-15')
    const ada = await subscribed(shop)
    const bob = await subscribed(shop)
    await shop.advanceTo('2031-01-19T23:59:59Z')
    await shop.change(ada, { revoke: true })
    await shop.advanceTo('2031-01-20')
    await shop.change(bob, { revoke: true })
    const query = 'start_date=2031-01-08&end_date=2031-01-31&interval=week'
    const label = (timestamp: string) => timestamp.slice(5, 10)
    expect(await buckets(shop, events, { query, label })).toEqual([
      '01-13: orders 2, sold $60, net $60, new $60, churn $-30, ended 1, left 1',
      '01-20: churn $-30, ended 1, left 1',
    ])
  })

  test('a day on which clocks change has 23 hours', async () => {
    const shop = await newShop(site, '2031-03-29T22:59:00Z')
    await shop.updateSettings({ time_zone: 'Europe/Berlin' })
    await subscribed(shop)
    await shop.advanceTo('2031-03-29T23:00:00Z')
    const ada = await subscribed(shop)
    await shop.advanceTo('2031-03-30T21:59:00Z')
    await refund(shop, ada.customerId, 1000)
    await shop.advanceTo('2031-03-30T22:00:00Z')
    await shop.change(ada, { revoke: true })
    const query = 'start_date=2031-03-28&end_date=2031-04-02&interval=day'
    const label = (timestamp: string) => timestamp.slice(5, 16)
    expect(await buckets(shop, events, { query, label })).toEqual([
      '03-28T23:00: orders 1, sold $30, net $30, new $30',
      '03-29T23:00: orders 1, sold $30, net $20, new $30',
      '03-30T22:00: churn $-30, ended 1, left 1',
    ])
  })
})
