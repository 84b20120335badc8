import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type HistoricShop, newHistory } from '../../../../test/metrics-history.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import { clockAt } from '../../../../test/renewals.ts'
import { runOn } from '../../../../test/sql.ts'
import { listDifferences, summarizeRecounts } from '../store/recounts.ts'
import { recountDays } from './recount.ts'
import { rollUpIn } from './roll-up.ts'

const db = testDatabase()
const deps = (now: string) => testPaymentDeps(db.database, { clock: clockAt(now) })
let shop: HistoricShop

beforeAll(async () => {
  shop = await newHistory({
    ownerUrl: db.ownerUrl,
    subscriptions: 60,
    from: '2031-01-01',
    until: '2031-07-01',
  })
  await rollUpIn(deps('2031-06-20T12:00:00Z'), [shop.organizationId])
})

const found = async () => {
  const differences = await listDifferences(db.database.kysely, 1000)
  return differences.map(({ id, figure, rolledUp, counted }) => ({
    isOfShop: id === shop.organizationId,
    figure,
    by: rolledUp - counted,
  }))
}

describe('the nightly recount', () => {
  it('finds nothing in sound days, and says when it was', async () => {
    await recountDays(deps('2031-06-21T03:00:00Z'))
    expect(await found()).toEqual([])
    expect(await summarizeRecounts(db.database.kysely)).toEqual({
      organizationCount: 1,
      recountedCount: 1,
      oldestAt: new Date('2031-06-21T03:00:00Z'),
      latestAt: new Date('2031-06-21T03:00:00Z'),
      differenceCount: 0,
    })
  })

  it('counts an organization once in a night', async () => {
    await runOn(
      db.ownerUrl,
      'update metrics_day set refunds = refunds + 1 where product_id is null',
    )
    await recountDays(deps('2031-06-21T04:00:00Z'))
    expect(await found()).toEqual([])
  })

  it('saves each difference until it is gone', async () => {
    await recountDays(deps('2031-06-22T03:00:00Z'))
    const differences = await found()
    expect(differences.length).toBeGreaterThan(10)
    expect(new Set(differences.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ isOfShop: true, figure: 'refunds', by: 1 })]),
    )
    expect((await summarizeRecounts(db.database.kysely)).differenceCount).toBe(differences.length)
    await runOn(
      db.ownerUrl,
      'update metrics_day set refunds = refunds - 1 where product_id is null',
    )
    await recountDays(deps('2031-06-23T03:00:00Z'))
    expect(await found()).toEqual([])
  })

  it.each([
    ['payment', 'failed_amount', "update payment set amount = amount + 1 where status = 'failed'"],
    [
      'reason',
      'cancellations_unused',
      "update subscription set customer_cancellation_reason = 'other'",
    ],
    ['usage', 'usage_revenue', 'update order_item set amount = amount + 1'],
    ['checkout', 'succeeded', "update checkout set status = 'failed'"],
  ])('finds a %s that changed after its day', async (_, figure, change) => {
    await runOn(db.ownerUrl, change)
    await runOn(db.ownerUrl, 'update metrics_roll_up set recounted_at = null')
    await recountDays(deps('2031-06-24T03:00:00Z'))
    expect((await found()).map((one) => one.figure)).toContain(figure)
  })
})
