import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

const openShop = (when: string) => newShop(site, when)
const dayOf = (instant: Date | null) => instant?.toISOString().slice(0, 10)

describe('a trial', () => {
  it('is free until it ends, when the card is charged', async () => {
    const shop = await openShop('2031-01-10')
    const ada = await shop.startTrial(await shop.createProduct('Pro', 30), '2031-01-24')
    expect(ada).toMatchObject({ status: 'trialing', amount: 3000 })
    expect(dayOf(ada.currentPeriodEnd)).toBe('2031-01-24')
    await shop.addCard(ada, 'tok_sandbox_ok')
    await shop.advanceTo('2031-01-23')
    expect(await shop.reload(ada)).toMatchObject({ status: 'trialing' })
    expect(await shop.charges()).toEqual([])
    await shop.advanceTo('2031-01-24')
    expect(await shop.reload(ada)).toMatchObject({ status: 'active' })
    await shop.advanceTo('2031-03-01')
    expect(await shop.billedOrders(ada)).toEqual([
      '2031-01-10 first 0.00 paid',
      '2031-01-24 renewal 30.00 paid',
      '2031-02-24 renewal 30.00 paid',
    ])
  })

  it('without a card ends past due until a card is added', async () => {
    const shop = await openShop('2031-01-10')
    const ada = await shop.startTrial(await shop.createProduct('Pro', 30), '2031-01-24')
    await shop.advanceTo('2031-01-24')
    expect(await shop.reload(ada)).toMatchObject({ status: 'past_due' })
    await shop.addCard(ada, 'tok_sandbox_ok')
    expect(await shop.reload(ada)).toMatchObject({ status: 'active' })
  })

  it('that is canceled ends with no charge', async () => {
    const shop = await openShop('2031-01-10')
    const ada = await shop.startTrial(await shop.createProduct('Pro', 30), '2031-01-24')
    await shop.change(ada, { cancel_at_period_end: true })
    await shop.advanceTo('2031-06-01')
    const ended = await shop.reload(ada)
    expect([ended.status, dayOf(ended.endedAt)]).toEqual(['canceled', '2031-01-24'])
    expect(await shop.billedOrders(ada)).toEqual(['2031-01-10 first 0.00 paid'])
  })

  it('can be extended or ended immediately', async () => {
    const shop = await openShop('2031-01-10')
    const pro = await shop.createProduct('Pro', 30)
    const ada = await shop.startTrial(pro, '2031-01-24')
    await shop.addCard(ada, 'tok_sandbox_ok')
    await shop.change(ada, { trial_end: '2031-02-10T00:00:00Z' })
    await shop.advanceTo('2031-02-01')
    expect(await shop.reload(ada)).toMatchObject({ status: 'trialing' })
    await shop.change(ada, { trial_end: 'now' })
    expect(await shop.reload(ada)).toMatchObject({ status: 'active' })
    expect((await shop.billedOrders(ada)).at(-1)).toBe('2031-02-01 renewal 30.00 paid')
  })

  it('with an end that has passed is refused', async () => {
    const shop = await openShop('2031-01-10')
    const pro = await shop.createProduct('Pro', 30)
    await expect(shop.startTrial(pro, '2031-01-10')).rejects.toThrow('422')
  })
})
