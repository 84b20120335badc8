import { beforeAll, expect, it } from 'vitest'
import {
  type Bought,
  newOrder,
  newProcessorId,
  newStock,
  orderScopes,
  report,
} from '../../../../test/orders.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(orderScopes)
let stock: Bought

beforeAll(async () => {
  stock = await newStock(calls)
})

const many = 50

const fiftyTimes = async (order_id: string, amount: number): Promise<string[]> => {
  const refund = () => calls.post('/refunds/', { order_id, reason: 'other', amount })
  const answers = await Promise.all(Array.from({ length: many }, refund))
  return answers.map(briefOf).toSorted()
}

/** The refunded amounts in our tables, in the ledger and at the processor. */
async function sumsOf(order: string) {
  const { rows } = await db.database.pool.query(
    `select o.status, o.refunded_amount, o.refunded_tax_amount,
            (select count(*) from refund
              where organization_id = $1 and order_id = $2)::int as refunds,
            (select sum(amount) from refund
              where organization_id = $1 and order_id = $2)::int as amounts,
            (select sum(tax_amount) from refund
              where organization_id = $1 and order_id = $2)::int as taxes,
            (select sum(s.amount) from sandbox_refund s
              where s.organization_id = $1
                and s.id::text in (select processor_id from refund
                                    where organization_id = $1 and order_id = $2))::int
              as at_processor,
            (select count(*) from journal_entry
              where organization_id = $1 and order_id = $2 and kind = 'refund')::int as entries
       from orders o where o.organization_id = $1 and o.id = $2`,
    [acme.id, order],
  )
  return rows[0]
}

it('fifty concurrent refunds of the whole order make one', async () => {
  const order = await newOrder(server.current, acme, stock)
  const others = Array.from({ length: many - 1 }, () => '403 RefundedAlready')
  expect(await fiftyTimes(order, 1000)).toEqual(['200', ...others])
  expect(await sumsOf(order)).toEqual({
    status: 'refunded',
    refunded_amount: 1000,
    refunded_tax_amount: 190,
    refunds: 1,
    amounts: 1000,
    taxes: 190,
    at_processor: 1190,
    entries: 1,
  })
})

it('fifty concurrent partial refunds never exceed the order', async () => {
  const order = await newOrder(server.current, acme, stock)
  const briefs = await fiftyTimes(order, 30)
  expect(briefs.filter((brief) => brief === '200')).toHaveLength(33)
  expect(briefs.filter((brief) => brief === '400 RefundAmountTooHigh')).toHaveLength(17)
  const sums = await sumsOf(order)
  expect(sums).toMatchObject({ status: 'partially_refunded', refunded_amount: 990, amounts: 990 })
  expect(sums).toMatchObject({ refunds: 33, entries: 33 })
  expect(sums.taxes).toBe(sums.refunded_tax_amount)
  expect(sums.at_processor).toBe(990 + sums.taxes)
  const rest = await calls.post('/refunds/', { order_id: order, reason: 'other', amount: 10 })
  expect(rest).toMatchObject({ status: 200, body: { tax_amount: 190 - sums.taxes } })
})

it('fifty reports of one refund at the processor make one', async () => {
  const order = await newOrder(server.current, acme, stock)
  const processorId = newProcessorId()
  const refund = { orderId: order, processorId, status: 'succeeded', amount: 595 }
  const send = () => report(server.current, acme, 'processor_refund', refund)
  await Promise.all(Array.from({ length: many }, send))
  await server.current.settle()
  expect(await sumsOf(order)).toMatchObject({
    status: 'partially_refunded',
    refunded_amount: 500,
    refunded_tax_amount: 95,
    refunds: 1,
    entries: 1,
  })
})
