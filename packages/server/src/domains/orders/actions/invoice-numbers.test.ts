import { id as idOf } from '@guildhall/contract/primitives'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { found } from '../../../../test/founding.ts'
import { newOrderRow, newShop, type Shop } from '../../../../test/invoices.ts'
import { testServer } from '../../../../test/server.ts'
import { assert } from '../../../kernel/assert.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { type Workshop, work } from '../../../platform/work.ts'
import { lockCounter } from '../store/invoice-numbers.ts'
import { findOrder } from '../store/orders.ts'
import { giveNumbers, invoiceFor, numberInvoices } from './invoice-numbers.ts'
import { orderEvent, showOrder } from './present-order.ts'

const db = testDatabase()
const server = testServer(db)

const workshop = (): Workshop => ({
  database: db.database,
  clock: systemClock,
  wake: () => undefined,
})

const shop = async (): Promise<Shop> => newShop(server.current, await found(server.current))

const organizationOf = ({ organization }: Shop) => idOf('organization').parse(organization.id)

/** The orders' ids in the order of their numbers, which have no gap. */
async function numbered(seller: Shop): Promise<string[]> {
  const rows = await db.database.kysely
    .selectFrom('invoice')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.organizationId', '=', 'invoice.organizationId')
        .onRef('orders.id', '=', 'invoice.orderId'),
    )
    .select(['position', 'invoice.number', 'orderId', 'invoiceNumber'])
    .where('invoice.organizationId', '=', organizationOf(seller))
    .orderBy('position')
    .execute()
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1))
  expect(rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual(rows.map(({ number }) => number))
  return rows.map(({ orderId }) => orderId)
}

const minute = (at: number): Date => new Date(Date.UTC(2026, 2, 1, 12, at))

it('numbers are given in the order of payment', async () => {
  const seller = await shop()
  const late = await newOrderRow(server.current, seller, { paidAt: minute(9) })
  const early = await newOrderRow(server.current, seller, { paidAt: minute(1) })
  const pending = await newOrderRow(server.current, seller, { status: 'pending' })
  await numberInvoices(workshop(), organizationOf(seller))
  expect(await numbered(seller)).toEqual([early, late])
  const latest = await newOrderRow(server.current, seller, { paidAt: minute(5) })
  await numberInvoices(workshop(), organizationOf(seller))
  expect(await numbered(seller)).toEqual([early, late, latest])
  expect(await numbered(seller)).not.toContain(pending)
})

it('without a gap, however many give them while others pay', async () => {
  const seller = await shop()
  const made: string[] = []
  const pay = async (at: number) => {
    made.push(await newOrderRow(server.current, seller, { paidAt: minute(at) }))
    await numberInvoices(workshop(), organizationOf(seller))
  }
  await Promise.all(Array.from({ length: 40 }, (_, at) => pay(at)))
  expect((await numbered(seller)).toSorted()).toEqual(made.toSorted())
})

const someoneWaits = () =>
  vi.waitFor(async () => {
    const { rowCount } = await db.database.pool.query(
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBeGreaterThan(0)
  }, 60_000)

it('who gives numbers waits for whoever is giving them', async () => {
  const seller = await shop()
  const organizationId = organizationOf(seller)
  const before = await newOrderRow(server.current, seller, { paidAt: minute(0) })
  await numberInvoices(workshop(), organizationId)
  const first = await newOrderRow(server.current, seller, { paidAt: minute(1) })
  const held = await new Promise<{ let: () => void; end: Promise<void> }>((resolve, reject) => {
    const end: Promise<void> = work(workshop(), { organizationId }, async (unit) => {
      const counter = await lockCounter(unit.tx, organizationId)
      await giveNumbers(unit, counter, [invoiceFor({ organizationId, id: first })])
      await new Promise<void>((letGo) => resolve({ let: letGo, end }))
    })
    end.catch(reject)
  })
  const second = await newOrderRow(server.current, seller, { paidAt: minute(2) })
  const other = numberInvoices(workshop(), organizationId)
  await someoneWaits()
  held.let()
  await Promise.all([held.end, other])
  expect(await numbered(seller)).toEqual([before, first, second])
})

it('who fails half-way takes no number away', async () => {
  const seller = await shop()
  const organizationId = organizationOf(seller)
  const first = await newOrderRow(server.current, seller, { paidAt: minute(1) })
  const fails = work(workshop(), { organizationId }, async (unit) => {
    const counter = await lockCounter(unit.tx, organizationId)
    await giveNumbers(unit, counter, [invoiceFor({ organizationId, id: first })])
    throw new Error('the machine goes down')
  })
  await expect(fails).rejects.toThrow('the machine goes down')
  expect(await numbered(seller)).toEqual([])
  await numberInvoices(workshop(), organizationId)
  expect(await numbered(seller)).toEqual([first])
})

it('each organization counts for itself', async () => {
  const [ours, theirs] = [await shop(), await shop()]
  const order = await newOrderRow(server.current, ours)
  const other = await newOrderRow(server.current, theirs)
  await numberInvoices(workshop(), organizationOf(ours))
  expect(await numbered(ours)).toEqual([order])
  expect(await numbered(theirs)).toEqual([])
  await numberInvoices(workshop(), organizationOf(theirs))
  expect(await numbered(theirs)).toEqual([other])
})

it('what is paid is numbered a moment later', async () => {
  const seller = await shop()
  const organizationId = organizationOf(seller)
  const orders: string[] = []
  for (let at = 0; at < 5; at += 1) {
    orders.push(await newOrderRow(server.current, seller, { paidAt: minute(at) }))
  }
  await work(workshop(), { organizationId }, async (unit) => {
    for (const id of orders) {
      const order = await findOrder(unit.tx, { organizationId, id: idOf('order').parse(id) })
      assert(order !== undefined, 'it was just placed')
      const shown = await showOrder(unit.tx, order)
      unit.record({ ...orderEvent('updated', order, shown), name: 'order.paid' })
    }
  })
  await server.current.settle()
  expect(await numbered(seller)).toEqual(orders)
})

it('an organization that is gone has nothing to number', async () => {
  await numberInvoices(workshop(), newId('organization'))
  expect(
    await db.database.kysely.selectFrom('invoiceCounter').select('lastPosition').execute(),
  ).not.toContainEqual({ lastPosition: 0 })
})
