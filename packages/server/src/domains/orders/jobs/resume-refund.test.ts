import { id as idOf } from '@guildhall/contract/primitives'
import { beforeAll, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import {
  type Bought,
  newOrder,
  newStock,
  orderDeps,
  orderScopes,
  runDelayedJobs,
} from '../../../../test/orders.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { defaultBehavior } from '../../payments/actions/sandbox/deps.ts'
import { openSandbox } from '../../payments/actions/sandbox/sandbox.ts'
import { createRefund, submitRefund } from '../actions/create-refund.ts'
import type { OrderDeps } from '../actions/deps.ts'

const { db, server, acme, calls } = sellingServer(orderScopes)
let stock: Bought

beforeAll(async () => {
  stock = await newStock(calls)
})

/** Refunds at the processor, in the ledger and in our own tables. */
async function stateOf(order: string) {
  const { rows } = await db.database.pool.query(
    `select o.status, o.refunded_amount as refunded,
            array(select r.status from refund r where r.order_id = o.id) as refunds,
            (select count(*) from sandbox_refund s
              join payment p on p.order_id = o.id and p.processor_id = s.intent_id::text)::int
              as at_processor,
            (select count(*) from journal_entry j
              where j.order_id = o.id and j.kind = 'refund')::int as entries
       from orders o where o.id = $1`,
    [order],
  )
  return rows[0]
}

const untouched = { status: 'paid', refunded: 0, at_processor: 0, entries: 0 }
const refunded = {
  status: 'partially_refunded',
  refunded: 400,
  refunds: ['succeeded'],
  at_processor: 1,
  entries: 1,
}

it.each([
  ['before the commit', { ...untouched, refunds: [] }, { ...untouched, refunds: [] }],
  ['before the call', { ...untouched, refunds: ['pending'] }, refunded],
  ['before the answer', { ...untouched, refunds: ['pending'], at_processor: 1 }, refunded],
  ['at the end', refunded, refunded],
])('a refund whose process is killed %s is resumed and made once', async (place, before, after) => {
  const order = await newOrder(server.current, acme, stock)
  const clerk = runFixture('refund-clerk.ts', db.url, acme.id, order, place)
  await clerk.printed(1)
  await clerk.end('SIGKILL')
  expect(await stateOf(order)).toEqual(before)
  await server.current.settle()
  expect(await stateOf(order)).toEqual(before)
  await runDelayedJobs(db)
  await server.current.settle()
  expect(await stateOf(order)).toEqual(after)
  await runDelayedJobs(db)
  await server.current.settle()
  expect(await stateOf(order)).toEqual(after)
})

/** Creates a refund as an API call does, and returns how to submit it. */
async function create(order: string) {
  const deps = orderDeps(server.current)
  const organizationId = idOf('organization').parse(acme.id)
  const key = { organizationId, id: idOf('order').parse(order) }
  const input = { reason: 'other', amount: minorUnits(400), revokeBenefits: false } as const
  const id = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    createRefund(uow, key, input),
  )
  return {
    submitWith: (sandbox: (deps: OrderDeps) => OrderDeps['processors']['sandbox']) =>
      submitRefund(
        { ...deps, processors: { ...deps.processors, sandbox: sandbox(deps) } },
        { organizationId, id },
      ),
  }
}

it('a slow refund stays pending until its event arrives, also repeatedly', async () => {
  const order = await newOrder(server.current, acme, stock)
  const slow = { ...defaultBehavior, isRefundSlow: true, callsLater: 3 }
  const refund = await create(order)
  expect(await refund.submitWith((deps) => openSandbox({ ...deps, behavior: slow }))).toBe(true)
  await server.current.settle()
  expect(await stateOf(order)).toEqual(refunded)
})

it('a refund is retried after an outage of the processor', async () => {
  const order = await newOrder(server.current, acme, stock)
  const refund = await create(order)
  const away = ({ processors }: OrderDeps) => ({
    ...processors.sandbox,
    refund: () => Promise.resolve({ unavailable: 'away' }),
  })
  expect(await refund.submitWith(away)).toBe(false)
  await server.current.settle()
  expect(await stateOf(order)).toEqual({ ...untouched, refunds: ['pending'] })
  await runDelayedJobs(db)
  await server.current.settle()
  expect(await stateOf(order)).toEqual(refunded)
})

it('a refund that the processor refuses has failed, and another one can be made', async () => {
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
  expect(await stateOf(order)).toEqual({ ...untouched, refunds: ['failed', 'failed'] })
})
