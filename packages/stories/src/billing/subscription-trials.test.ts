import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

const opened = (when: string) => newShop(site, when)
const dayOf = (instant: Date | null) => instant?.toISOString().slice(0, 10)

describe('a trial', () => {
  it('costs nothing until it is over, and then the card is charged', async () => {
    const shop = await opened('2031-01-10')
    const ada = await shop.tries(await shop.sells('Pro', 30), '2031-01-24')
    expect(ada).toMatchObject({ status: 'trialing', amount: 3000 })
    expect(dayOf(ada.currentPeriodEnd)).toBe('2031-01-24')
    await shop.newCard(ada, 'tok_sandbox_ok')
    await shop.until('2031-01-23')
    expect(await shop.now(ada)).toMatchObject({ status: 'trialing' })
    expect(await shop.charges()).toEqual([])
    await shop.until('2031-01-24')
    expect(await shop.now(ada)).toMatchObject({ status: 'active' })
    await shop.until('2031-03-01')
    expect(await shop.bill(ada)).toEqual([
      '2031-01-10 first 0.00 paid',
      '2031-01-24 renewal 30.00 paid',
      '2031-02-24 renewal 30.00 paid',
    ])
  })

  it('of whom nobody knows a card ends overdue', async () => {
    const shop = await opened('2031-01-10')
    const ada = await shop.tries(await shop.sells('Pro', 30), '2031-01-24')
    await shop.until('2031-01-24')
    expect(await shop.now(ada)).toMatchObject({ status: 'past_due' })
    await shop.newCard(ada, 'tok_sandbox_ok')
    expect(await shop.now(ada)).toMatchObject({ status: 'active' })
  })

  it('that is canceled costs nothing at all', async () => {
    const shop = await opened('2031-01-10')
    const ada = await shop.tries(await shop.sells('Pro', 30), '2031-01-24')
    await shop.changes(ada, { cancel_at_period_end: true })
    await shop.until('2031-06-01')
    const ended = await shop.now(ada)
    expect([ended.status, dayOf(ended.endedAt)]).toEqual(['canceled', '2031-01-24'])
    expect(await shop.bill(ada)).toEqual(['2031-01-10 first 0.00 paid'])
  })

  it('may last longer, or end at once', async () => {
    const shop = await opened('2031-01-10')
    const pro = await shop.sells('Pro', 30)
    const ada = await shop.tries(pro, '2031-01-24')
    await shop.newCard(ada, 'tok_sandbox_ok')
    await shop.changes(ada, { trial_end: '2031-02-10T00:00:00Z' })
    await shop.until('2031-02-01')
    expect(await shop.now(ada)).toMatchObject({ status: 'trialing' })
    await shop.changes(ada, { trial_end: 'now' })
    expect(await shop.now(ada)).toMatchObject({ status: 'active' })
    expect((await shop.bill(ada)).at(-1)).toBe('2031-02-01 renewal 30.00 paid')
  })

  it('that is over before it begins is refused', async () => {
    const shop = await opened('2031-01-10')
    const pro = await shop.sells('Pro', 30)
    await expect(shop.tries(pro, '2031-01-10')).rejects.toThrow('422')
  })
})
