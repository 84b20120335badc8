import { id as idOf } from '@guildhall/contract/primitives'
import { beforeAll, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import {
  type Bought,
  hurryJobs,
  newOrder,
  newStock,
  orderCalls,
  orderParts,
} from '../../../../test/orders.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { work } from '../../../platform/work.ts'
import { quietManners } from '../../payments/actions/sandbox/parts.ts'
import { openSandbox } from '../../payments/actions/sandbox/sandbox.ts'
import { beginRefund } from '../actions/begin-refund.ts'
import { carryOutRefund } from '../actions/carry-out-refund.ts'
import type { OrderParts } from '../actions/parts.ts'

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

/** How often the processor paid back, how often we booked it, and what we say of it. */
async function standOf(order: string) {
  const { rows } = await db.database.pool.query(
    `select o.status, o.refunded_amount as refunded,
            array(select r.status from refund r where r.order_id = o.id) as refunds,
            (select count(*) from sandbox_refund s
              join payment p on p.order_id = o.id and p.processor_id = s.intent_id::text)::int
              as at_processor,
            (select count(*) from journal j
              where j.order_id = o.id and j.kind = 'refund')::int as journals
       from orders o where o.id = $1`,
    [order],
  )
  return rows[0]
}

const untouched = { status: 'paid', refunded: 0, at_processor: 0, journals: 0 }
const paidBack = {
  status: 'partially_refunded',
  refunded: 400,
  refunds: ['succeeded'],
  at_processor: 1,
  journals: 1,
}

it.each([
  ['before the note', { ...untouched, refunds: [] }, { ...untouched, refunds: [] }],
  ['before the call', { ...untouched, refunds: ['pending'] }, paidBack],
  ['before the answer', { ...untouched, refunds: ['pending'], at_processor: 1 }, paidBack],
  ['after all', paidBack, paidBack],
])(
  'a server that is killed %s has paid back once at most, and another goes on',
  async (place, left, atLast) => {
    const order = await newOrder(server.current, acme, stock)
    const clerk = runFixture('refund-clerk.ts', db.url, acme.id, order, place)
    await clerk.printed(1)
    await clerk.end('SIGKILL')
    expect(await standOf(order)).toEqual(left)
    await server.current.settle()
    expect(await standOf(order)).toEqual(left)
    await hurryJobs(db)
    await server.current.settle()
    expect(await standOf(order)).toEqual(atLast)
    await hurryJobs(db)
    await server.current.settle()
    expect(await standOf(order)).toEqual(atLast)
  },
)

/** Notes a refund, as a call does, and answers how to carry it out. */
async function begin(order: string) {
  const parts = orderParts(server.current)
  const organizationId = idOf('organization').parse(acme.id)
  const key = { organizationId, id: idOf('order').parse(order) }
  const wish = { reason: 'other', amount: minorUnits(400), revokeBenefits: false } as const
  const id = await work(parts.workshop, { organizationId }, (unit) => beginRefund(unit, key, wish))
  return {
    carryOutWith: (sandbox: (parts: OrderParts) => OrderParts['processors']['sandbox']) =>
      carryOutRefund(
        { ...parts, processors: { ...parts.processors, sandbox: sandbox(parts) } },
        { organizationId, id },
      ),
  }
}

it('a processor that takes its time is waited for, and calls as often as it likes', async () => {
  const order = await newOrder(server.current, acme, stock)
  const slow = { ...quietManners, isRefundSlow: true, callsLater: 3 }
  const refund = await begin(order)
  expect(await refund.carryOutWith((parts) => openSandbox({ ...parts, manners: slow }))).toBe(true)
  await server.current.settle()
  expect(await standOf(order)).toEqual(paidBack)
})

it('a processor that is away is asked again later', async () => {
  const order = await newOrder(server.current, acme, stock)
  const refund = await begin(order)
  const away = ({ processors }: OrderParts) => ({
    ...processors.sandbox,
    refund: () => Promise.resolve({ unavailable: 'away' }),
  })
  expect(await refund.carryOutWith(away)).toBe(false)
  await server.current.settle()
  expect(await standOf(order)).toEqual({ ...untouched, refunds: ['pending'] })
  await hurryJobs(db)
  await server.current.settle()
  expect(await standOf(order)).toEqual(paidBack)
})

it('what the processor refuses has failed, and can be tried again', async () => {
  const order = await newOrder(server.current, acme, stock)
  await db.database.pool.query(
    `update sandbox_intent set status = 'canceled' where id::text in
       (select processor_id from payment where order_id = $1)`,
    [order],
  )
  const body = { order_id: order, reason: 'other', amount: 1000 }
  const failed = { status: 'failed', failure_reason: 'charge_already_refunded' }
  expect(await calls.post('/refunds/', body)).toMatchObject({ status: 200, body: failed })
  expect(await calls.post('/refunds/', body)).toMatchObject({ status: 200, body: failed })
  expect(await standOf(order)).toEqual({ ...untouched, refunds: ['failed', 'failed'] })
})
