import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import {
  type Bought,
  newOrder,
  newProcessorId,
  newStock,
  orderScopes,
  report,
  runDelayedJobs,
} from '../../../../test/orders.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'

const { db, server, acme, calls } = sellingServer(orderScopes)
let stock: Bought

beforeAll(async () => {
  stock = await newStock(calls)
})

type Report = Omit<Parameters<typeof report>[3], 'orderId'>

/** A new order of 10.00 and 1.90 of tax, after these reports of the processor. */
async function afterReports(...reports: readonly Report[]) {
  const orderId = await newOrder(server.current, acme, stock)
  for (const one of reports) {
    await report(server.current, acme, 'processor_refund', { orderId, ...one })
    await server.current.settle()
  }
  return { orderId, ...(await stateOf(orderId)) }
}

async function stateOf(orderId: string) {
  const order = await calls.get(`/orders/${orderId}`)
  const refunds = await calls.get(`/refunds/?order_id=${orderId}&sorting=created_at`)
  const { rows } = await db.database.pool.query<{ kind: string; debit: number }>(
    `select kind, sum(debit)::int as debit from journal_entry j
       join entry_line l on l.organization_id = j.organization_id and l.entry_id = j.id
      where order_id = $1 group by kind, j.id order by j.id`,
    [orderId],
  )
  const items = Array.from<Record<string, unknown>>(Object(refunds.body).items)
  return {
    order: order.body,
    refunds: items.map((one) => [one['status'], one['amount'], one['tax_amount']]),
    entries: rows.map(({ kind, debit }) => `${kind} ${debit}`),
  }
}

const refundReport = (status: string, amount: number, processorId = newProcessorId()): Report => ({
  processorId,
  status,
  amount,
})

describe('a refund that was made at the processor', () => {
  it('is recorded, and the last one takes the rest of the tax', async () => {
    const state = await afterReports(refundReport('succeeded', 359), refundReport('succeeded', 831))
    expect(state.refunds).toEqual([
      ['succeeded', 302, 57],
      ['succeeded', 698, 133],
    ])
    expect(state.order).toMatchObject({ status: 'refunded', refunded_tax_amount: 190 })
    expect(state.entries).toEqual(['payment 1190', 'refund 359', 'refund 831'])
  })

  it('moves from pending on, also when reports are repeated and late', async () => {
    const name = newProcessorId()
    const state = await afterReports(
      refundReport('pending', 1190, name),
      refundReport('succeeded', 1190, name),
      refundReport('pending', 1190, name),
      refundReport('succeeded', 1190, name),
    )
    expect(state.refunds).toEqual([['succeeded', 1000, 190]])
    expect(state.order).toMatchObject({ status: 'refunded' })
    expect(state.entries).toEqual(['payment 1190', 'refund 1190'])
  })

  it('that failed changes nothing, also where it exceeds the order', async () => {
    const state = await afterReports(
      refundReport('failed', 1190),
      refundReport('succeeded', 1190),
      refundReport('canceled', 1190),
    )
    expect(state.refunds).toEqual([
      ['failed', 1000, 190],
      ['succeeded', 1000, 190],
    ])
    expect(state.order).toMatchObject({ status: 'refunded' })
  })

  it.each(['failed', 'canceled'])('is reversed where it %s later', async (status) => {
    const name = newProcessorId()
    const state = await afterReports(
      refundReport('succeeded', 119),
      refundReport('succeeded', 1071, name),
      refundReport(status, 1071, name),
      refundReport('succeeded', 1071, name),
    )
    expect(state.refunds).toEqual([
      ['succeeded', 100, 19],
      [status, 900, 171],
    ])
    expect(state.order).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 100,
      refunded_tax_amount: 19,
    })
    expect(state.entries).toEqual([
      'payment 1190',
      'refund 119',
      'refund 1071',
      'refund_reversal 1071',
    ])
  })

  it('that exceeds the rest waits until an earlier one is reported as failed', async () => {
    const name = newProcessorId()
    const { orderId, ...state } = await afterReports(refundReport('succeeded', 1190, name))
    expect(state.order).toMatchObject({ status: 'refunded' })
    const send = (update: Report) =>
      report(server.current, acme, 'processor_refund', { orderId, ...update })
    await send(refundReport('succeeded', 595))
    await eventually(async () =>
      expect(await failedJobs()).toContain('refunds never exceed what was paid'),
    )
    expect((await stateOf(orderId)).refunds).toEqual([['succeeded', 1000, 190]])
    await send(refundReport('failed', 1190, name))
    await server.current.settle()
    await runDelayedJobs(db)
    await server.current.settle()
    expect((await stateOf(orderId)).refunds).toEqual([
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
  const create = async (orderId: string, amount: number) => {
    const body = { order_id: orderId, reason: 'duplicate', amount }
    const answer = await calls.post('/refunds/', body)
    expect(answer.status).toBe(200)
    const { rows } = await db.database.pool.query<{ processor_id: string }>(
      'select processor_id from refund where id = $1',
      [answer.body?.['id']],
    )
    return { refundId: String(answer.body?.['id']), processorId: rows[0]?.processor_id ?? '' }
  }

  it('that fails later restores the order, and has the reason', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    const { refundId, processorId } = await create(orderId, 1000)
    const reported = { orderId, refundId, processorId, status: 'failed', amount: 1190 }
    await report(server.current, acme, 'processor_refund', reported)
    const events = await eventsOf(server.current, acme)
    const recorded = events.filter(({ objectId }) => [orderId, refundId].includes(objectId))
    expect(recorded.slice(-2)).toMatchObject([
      { name: 'refund.updated', payload: { status: 'failed', failure_reason: 'declined' } },
      { name: 'order.updated', payload: { status: 'paid', refunded_amount: 0 } },
    ])
    expect(await stateOf(orderId)).toMatchObject({
      order: { status: 'paid', paid: true, refunded_amount: 0, refunded_tax_amount: 0 },
      refunds: [['failed', 1000, 190]],
      entries: ['payment 1190', 'refund 1190', 'refund_reversal 1190'],
    })
    await db.database.pool.query('delete from sandbox_refund where id = $1', [processorId])
    expect((await create(orderId, 1000)).refundId).not.toBe(refundId)
    expect((await stateOf(orderId)).order).toMatchObject({ status: 'refunded' })
  })

  it('is also found by the processor’s id', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    const { processorId } = await create(orderId, 1000)
    const reported = { orderId, processorId, status: 'succeeded', amount: 1190 }
    await report(server.current, acme, 'processor_refund', reported)
    await server.current.settle()
    expect((await stateOf(orderId)).refunds).toEqual([['succeeded', 1000, 190]])
  })
})

describe('a dispute', () => {
  it.each([
    ['needs_response', ['dispute 1190']],
    ['under_review', ['dispute 1190']],
    ['won', ['dispute 1190', 'dispute_reversal 1190']],
    ['lost', ['dispute 1190', 'dispute_lost 1190']],
    ['warning_needs_response', []],
  ])(
    'that is %s is posted to the ledger and leaves the order unchanged',
    async (status, entries) => {
      const orderId = await newOrder(server.current, acme, stock)
      const reported = { orderId, processorId: `dp_${status}`, status, amount: 1190 }
      await report(server.current, acme, 'dispute', reported)
      await report(server.current, acme, 'dispute', reported)
      await server.current.settle()
      const state = await stateOf(orderId)
      expect(state.entries).toEqual(['payment 1190', ...entries])
      expect(state.order).toMatchObject({ status: 'paid', modified_at: null })
    },
  )

  it.each([
    [595, ['refund 595', 'dispute 595', 'dispute_lost 595']],
    [1190, ['refund 1190']],
  ])('after a refund of %i is bounded by what is left', async (refunded, entries) => {
    const { orderId } = await afterReports(refundReport('succeeded', refunded))
    for (const status of ['needs_response', 'lost']) {
      const dispute = { orderId, processorId: `dp_after_${refunded}`, status, amount: 1190 }
      await report(server.current, acme, 'dispute', dispute)
      await server.current.settle()
    }
    expect((await stateOf(orderId)).entries).toEqual(['payment 1190', ...entries])
    const { rows } = await db.database.pool.query(
      'select status, (amount + tax_amount)::int as total from dispute where order_id = $1',
      [orderId],
    )
    expect(rows).toEqual([{ status: 'lost', total: 1190 - refunded }])
  })
})
