import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import {
  type Bought,
  hurryJobs,
  newOrder,
  newProcessorId,
  newStock,
  orderCalls,
  report,
} from '../../../../test/orders.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls
let stock: Bought

beforeAll(async () => {
  acme = await found(server.current)
  calls = await orderCalls(server.current, acme)
  stock = await newStock(calls)
})

type Told = Omit<Parameters<typeof report>[3], 'orderId'>

/** Of a new order of 10.00 and 1.90 of tax the processor tells this, one after the other. */
async function afterReports(...reports: readonly Told[]) {
  const orderId = await newOrder(server.current, acme, stock)
  for (const told of reports) {
    await report(server.current, acme, 'processor_refund', { orderId, ...told })
    await server.current.settle()
  }
  return { orderId, ...(await standOf(orderId)) }
}

async function standOf(orderId: string) {
  const order = await calls.get(`/orders/${orderId}`)
  const refunds = await calls.get(`/refunds/?order_id=${orderId}&sorting=created_at`)
  const { rows } = await db.database.pool.query<{ kind: string; debit: number }>(
    `select kind, sum(debit)::int as debit from journal j
       join journal_line l on l.organization_id = j.organization_id and l.journal_id = j.id
      where order_id = $1 group by kind, j.id order by j.id`,
    [orderId],
  )
  const items = Array.from<Record<string, unknown>>(Object(refunds.body).items)
  return {
    order: order.body,
    refunds: items.map((one) => [one['status'], one['amount'], one['tax_amount']]),
    journals: rows.map(({ kind, debit }) => `${kind} ${debit}`),
  }
}

const told = (status: string, amount: number, processorId = newProcessorId()): Told => ({
  processorId,
  status,
  amount,
})

describe('a refund that was begun at the processor', () => {
  it('becomes one of ours, and the rest takes the rest', async () => {
    const stand = await afterReports(told('succeeded', 359), told('succeeded', 831))
    expect(stand.refunds).toEqual([
      ['succeeded', 302, 57],
      ['succeeded', 698, 133],
    ])
    expect(stand.order).toMatchObject({ status: 'refunded', refunded_tax_amount: 190 })
    expect(stand.journals).toEqual(['payment 1190', 'refund 359', 'refund 831'])
  })

  it('goes its way from pending on, however often and late it is told', async () => {
    const name = newProcessorId()
    const stand = await afterReports(
      told('pending', 1190, name),
      told('succeeded', 1190, name),
      told('pending', 1190, name),
      told('succeeded', 1190, name),
    )
    expect(stand.refunds).toEqual([['succeeded', 1000, 190]])
    expect(stand.order).toMatchObject({ status: 'refunded' })
    expect(stand.journals).toEqual(['payment 1190', 'refund 1190'])
  })

  it('that came to nothing changes nothing, also where there is no room for it', async () => {
    const stand = await afterReports(
      told('failed', 1190),
      told('succeeded', 1190),
      told('canceled', 1190),
    )
    expect(stand.refunds).toEqual([
      ['failed', 1000, 190],
      ['succeeded', 1000, 190],
    ])
    expect(stand.order).toMatchObject({ status: 'refunded' })
  })

  it.each(['failed', 'canceled'])('is taken back where it %s later', async (status) => {
    const name = newProcessorId()
    const stand = await afterReports(
      told('succeeded', 119),
      told('succeeded', 1071, name),
      told(status, 1071, name),
      told('succeeded', 1071, name),
    )
    expect(stand.refunds).toEqual([
      ['succeeded', 100, 19],
      [status, 900, 171],
    ])
    expect(stand.order).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 100,
      refunded_tax_amount: 19,
    })
    expect(stand.journals).toEqual([
      'payment 1190',
      'refund 119',
      'refund 1071',
      'refund_reversal 1071',
    ])
  })

  it('waits where more came back than is left, until an earlier one is known to have failed', async () => {
    const name = newProcessorId()
    const { orderId, ...stand } = await afterReports(told('succeeded', 1190, name))
    expect(stand.order).toMatchObject({ status: 'refunded' })
    const tell = (news: Told) =>
      report(server.current, acme, 'processor_refund', { orderId, ...news })
    await tell(told('succeeded', 595))
    await eventually(async () => expect(await failedJobs()).toContain('no more comes back'))
    expect((await standOf(orderId)).refunds).toEqual([['succeeded', 1000, 190]])
    await tell(told('failed', 1190, name))
    await server.current.settle()
    await hurryJobs(db)
    await server.current.settle()
    expect((await standOf(orderId)).refunds).toEqual([
      ['failed', 1000, 190],
      ['succeeded', 500, 95],
    ])
  })

  async function failedJobs(): Promise<string> {
    const query = 'select last_error from graphile_worker.jobs where last_error is not null'
    return JSON.stringify(await runOn(db.ownerUrl, query))
  }
})

describe('a refund of ours', () => {
  const begin = async (orderId: string, amount: number) => {
    const body = { order_id: orderId, reason: 'duplicate', amount }
    const answer = await calls.post('/refunds/', body)
    expect(answer.status).toBe(200)
    const { rows } = await db.database.pool.query<{ processor_id: string }>(
      'select processor_id from refund where id = $1',
      [answer.body?.['id']],
    )
    return { refundId: String(answer.body?.['id']), processorId: rows[0]?.processor_id ?? '' }
  }

  it('that fails later puts the order back, and says why', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    const { refundId, processorId } = await begin(orderId, 1000)
    const news = { orderId, refundId, processorId, status: 'failed', amount: 1190 }
    await report(server.current, acme, 'processor_refund', news)
    const events = await eventsOf(server.current, acme)
    const told = events.filter(({ objectId }) => [orderId, refundId].includes(objectId))
    expect(told.slice(-2)).toMatchObject([
      { name: 'refund.updated', payload: { status: 'failed', failure_reason: 'declined' } },
      { name: 'order.updated', payload: { status: 'paid', refunded_amount: 0 } },
    ])
    expect(await standOf(orderId)).toMatchObject({
      order: { status: 'paid', paid: true, refunded_amount: 0, refunded_tax_amount: 0 },
      refunds: [['failed', 1000, 190]],
      journals: ['payment 1190', 'refund 1190', 'refund_reversal 1190'],
    })
    await db.database.pool.query('delete from sandbox_refund where id = $1', [processorId])
    expect((await begin(orderId, 1000)).refundId).not.toBe(refundId)
    expect((await standOf(orderId)).order).toMatchObject({ status: 'refunded' })
  })

  it('is known by the processor’s name as well', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    const { processorId } = await begin(orderId, 1000)
    const news = { orderId, processorId, status: 'succeeded', amount: 1190 }
    await report(server.current, acme, 'processor_refund', news)
    await server.current.settle()
    expect((await standOf(orderId)).refunds).toEqual([['succeeded', 1000, 190]])
  })
})

describe('a dispute', () => {
  it.each([
    ['needs_response', ['dispute 1190']],
    ['won', ['dispute 1190', 'dispute_reversal 1190']],
    ['lost', ['dispute 1190', 'dispute_lost 1190']],
    ['warning_needs_response', []],
  ])('that is %s stands in the books, and not in the order', async (status, journals) => {
    const orderId = await newOrder(server.current, acme, stock)
    const news = { orderId, processorId: `dp_${status}`, status, amount: 1190 }
    await report(server.current, acme, 'dispute', news)
    await report(server.current, acme, 'dispute', news)
    await server.current.settle()
    const stand = await standOf(orderId)
    expect(stand.journals).toEqual(['payment 1190', ...journals])
    expect(stand.order).toMatchObject({ status: 'paid', modified_at: null })
  })
})
