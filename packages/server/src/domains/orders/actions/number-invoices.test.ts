import { id as idOf } from '@guildhall/contract/primitives'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import { newOrderRow, newShop, type Shop } from '../../../../test/invoices.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { startTestServer, testServer } from '../../../../test/server.ts'
import { onConnection, runOn } from '../../../../test/sql.ts'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { runUnitOfWork, type UnitOfWorkFactory } from '../../../platform/unit-of-work.ts'
import { numberPaidOrders } from '../jobs/number-invoices.ts'
import { lockCounter } from '../store/invoice-numbers.ts'
import { findOrder } from '../store/orders.ts'
import { assignNumbers, documentFor, numberInvoices } from './number-invoices.ts'
import { orderEvents } from './order-events.ts'
import { showOrder } from './show-orders.ts'

const db = testDatabase()
/** Without a worker: the tests decide what is numbered, and when. */
const server = testServer(db, { GUILDHALL_ROLES: 'web' })

const uowFactory = (): UnitOfWorkFactory => ({
  database: db.database,
  clock: systemClock,
  wake: () => undefined,
})

const shop = async (): Promise<Shop> =>
  newShop(server.current, await createOrganization(server.current))

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

it('numbers are assigned in the order of payment', async () => {
  const seller = await shop()
  const late = await newOrderRow(server.current, seller, { paidAt: minute(9) })
  const early = await newOrderRow(server.current, seller, { paidAt: minute(1) })
  const pending = await newOrderRow(server.current, seller, { status: 'pending' })
  await numberInvoices(uowFactory(), organizationOf(seller))
  expect(await numbered(seller)).toEqual([early, late])
  const latest = await newOrderRow(server.current, seller, { paidAt: minute(5) })
  await numberInvoices(uowFactory(), organizationOf(seller))
  expect(await numbered(seller)).toEqual([early, late, latest])
  expect(await numbered(seller)).not.toContain(pending)
})

it('concurrent calls assign numbers without a gap while orders are paid', async () => {
  const seller = await shop()
  const made: string[] = []
  const pay = async (at: number) => {
    made.push(await newOrderRow(server.current, seller, { paidAt: minute(at) }))
    await numberInvoices(uowFactory(), organizationOf(seller))
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

it('a call waits for another one that is assigning numbers', async () => {
  const seller = await shop()
  const organizationId = organizationOf(seller)
  const before = await newOrderRow(server.current, seller, { paidAt: minute(0) })
  await numberInvoices(uowFactory(), organizationId)
  const first = await newOrderRow(server.current, seller, { paidAt: minute(1) })
  const held = await new Promise<{ let: () => void; end: Promise<void> }>((resolve, reject) => {
    const end: Promise<void> = runUnitOfWork(uowFactory(), { organizationId }, async (uow) => {
      const counter = await lockCounter(uow.tx, organizationId)
      await assignNumbers(uow, counter, [
        documentFor({ organizationId, id: first, totalAmount: minorUnits(1000) }),
      ])
      await new Promise<void>((letGo) => resolve({ let: letGo, end }))
    })
    end.catch(reject)
  })
  const second = await newOrderRow(server.current, seller, { paidAt: minute(2) })
  const other = numberInvoices(uowFactory(), organizationId)
  await someoneWaits()
  held.let()
  await Promise.all([held.end, other])
  expect(await numbered(seller)).toEqual([before, first, second])
})

it('a failed call uses no number', async () => {
  const seller = await shop()
  const organizationId = organizationOf(seller)
  const first = await newOrderRow(server.current, seller, { paidAt: minute(1) })
  const fails = runUnitOfWork(uowFactory(), { organizationId }, async (uow) => {
    const counter = await lockCounter(uow.tx, organizationId)
    await assignNumbers(uow, counter, [
      documentFor({ organizationId, id: first, totalAmount: minorUnits(1000) }),
    ])
    throw new Error('the machine goes down')
  })
  await expect(fails).rejects.toThrow('the machine goes down')
  expect(await numbered(seller)).toEqual([])
  await numberInvoices(uowFactory(), organizationId)
  expect(await numbered(seller)).toEqual([first])
})

it('each organization has its own numbers', async () => {
  const [ours, theirs] = [await shop(), await shop()]
  const order = await newOrderRow(server.current, ours)
  const other = await newOrderRow(server.current, theirs)
  await numberInvoices(uowFactory(), organizationOf(ours))
  expect(await numbered(ours)).toEqual([order])
  expect(await numbered(theirs)).toEqual([])
  await numberInvoices(uowFactory(), organizationOf(theirs))
  expect(await numbered(theirs)).toEqual([other])
})

it('a paid order is numbered a moment later', async () => {
  const sellers = [await shop(), await shop()]
  const orders: string[][] = []
  for (const seller of sellers) {
    const own: string[] = []
    for (let at = 0; at < 5; at += 1) {
      own.push(await newOrderRow(server.current, seller, { paidAt: minute(at) }))
    }
    orders.push(own)
  }
  const worker = await startTestServer(db, { GUILDHALL_ROLES: 'worker' })
  onTestFinished(() => worker.stop())
  await eventually(async () => expect(await Promise.all(sellers.map(numbered))).toEqual(orders))
  const [seller] = sellers
  assert(seller !== undefined, 'there are two')
  const latest = await newOrderRow(server.current, seller, { paidAt: minute(9) })
  await notifyOrderPaid(seller, latest)
  await eventually(async () =>
    expect(await numbered(seller)).toEqual([...(orders[0] ?? []), latest]),
  )
})

/** Records that an order was paid. */
async function notifyOrderPaid(seller: Shop, orderId: string): Promise<void> {
  const organizationId = organizationOf(seller)
  await runUnitOfWork(uowFactory(), { organizationId }, async (uow) => {
    const order = await findOrder(uow.tx, { organizationId, id: idOf('order').parse(orderId) })
    assert(order !== undefined, 'it was just placed')
    const shown = await showOrder(uow.tx, order)
    uow.record(...orderEvents(['order.paid'], order, shown))
  })
}

describe('all organizations together', () => {
  const numberAll = () =>
    numberPaidOrders.run({ uowFactory: uowFactory() }, new AbortController().signal)

  /** Each has numbers already. */
  const knownShops = async (count: number): Promise<Shop[]> => {
    const sellers: Shop[] = []
    for (let made = 0; made < count; made += 1) {
      const seller = await shop()
      await newOrderRow(server.current, seller, { paidAt: minute(0) })
      sellers.push(seller)
    }
    await numberAll()
    return sellers
  }

  it('get numbers in the order of payment, each from its own counter', async () => {
    const sellers = [...(await knownShops(3)), await shop()]
    const paid: string[][] = []
    for (const [place, seller] of sellers.entries()) {
      const before = place === 3 ? [] : await numbered(seller)
      const late = await newOrderRow(server.current, seller, { paidAt: minute(9) })
      const early = await newOrderRow(server.current, seller, { paidAt: minute(1) })
      await newOrderRow(server.current, seller, { status: 'pending' })
      paid.push([...before, early, late])
    }
    await numberAll()
    expect(await Promise.all(sellers.map(numbered))).toEqual(paid)
  })

  it('have no gap when numbered concurrently while orders are paid', async () => {
    const sellers = await knownShops(3)
    const pay = async (at: number) => {
      const seller = sellers[at % sellers.length]
      assert(seller !== undefined, 'there are three')
      await newOrderRow(server.current, seller, { paidAt: minute(at) })
      await (at % 5 === 0 ? numberInvoices(uowFactory(), organizationOf(seller)) : numberAll())
    }
    await Promise.all(Array.from({ length: 60 }, (_, at) => pay(at)))
    for (const seller of sellers) expect(await numbered(seller)).toHaveLength(21)
  })

  it('get all their numbers, also with many orders', async () => {
    const [small, large] = await knownShops(2)
    assert(small !== undefined && large !== undefined, 'there are two')
    await newOrderRow(server.current, small)
    for (let at = 0; at < 45; at += 1) {
      await newOrderRow(server.current, large, { paidAt: minute(60 - at) })
    }
    await numberAll()
    expect(await numbered(small)).toHaveLength(2)
    expect(await numbered(large)).toHaveLength(46)
    const times = await runOn<{ paid_at: Date }>(
      db.ownerUrl,
      `select paid_at from orders where organization_id = $1 and paid_at > $2
        order by invoice_number`,
      [organizationOf(large), minute(1)],
    )
    const issued = times.map(({ paid_at: paidAt }) => paidAt)
    expect(issued).toEqual(issued.toSorted((one, other) => one.getTime() - other.getTime()))
  })

  it('don’t wait for a locked counter', async () => {
    const [held, ...others] = await knownShops(3)
    assert(held !== undefined, 'there are three')
    for (const seller of [held, ...others]) await newOrderRow(server.current, seller)
    await onConnection(db.url, async (client) => {
      await client.query('begin')
      await client.query('select from invoice_counter where organization_id = $1 for update', [
        organizationOf(held),
      ])
      const giving = numberAll()
      await eventually(async () => {
        for (const seller of others) expect(await numbered(seller)).toHaveLength(2)
      })
      expect(await numbered(held)).toHaveLength(1)
      await client.query('commit')
      await giving
    })
    expect(await numbered(held)).toHaveLength(2)
  })

  it('are numbered where one fails, and the failure is reported', async () => {
    const [bad, ...others] = await knownShops(3)
    assert(bad !== undefined, 'there are three')
    for (const seller of [bad, ...others]) await newOrderRow(server.current, seller)
    const constraint = `check (organization_id <> '${organizationOf(bad)}') not valid`
    await runOn(db.ownerUrl, `alter table invoice add constraint no_more ${constraint}`)
    try {
      await expect(numberAll()).rejects.toThrow('no_more')
      for (const seller of others) expect(await numbered(seller)).toHaveLength(2)
      expect(await numbered(bad)).toHaveLength(1)
    } finally {
      await runOn(db.ownerUrl, 'alter table invoice drop constraint no_more')
    }
    await numberAll()
    expect(await numbered(bad)).toHaveLength(2)
  })

  it('are numbered at their own time', async () => {
    const sellers = await knownShops(2)
    const [frozen, other] = sellers
    assert(frozen !== undefined && other !== undefined, 'there are two')
    await runOn(
      db.ownerUrl,
      `insert into organization_clock (organization_id, frozen_at) values ($1, $2)
       on conflict (organization_id) do update set frozen_at = excluded.frozen_at`,
      [organizationOf(frozen), minute(30)],
    )
    const before = systemClock.now()
    for (const seller of sellers) await newOrderRow(server.current, seller)
    await numberAll()
    const issuedAt = async (seller: Shop): Promise<Date | undefined> => {
      const [row] = await runOn<{ issued_at: Date }>(
        db.ownerUrl,
        'select issued_at from invoice where organization_id = $1 and position = 2',
        [organizationOf(seller)],
      )
      return row?.issued_at
    }
    expect(await issuedAt(frozen)).toEqual(minute(30))
    expect((await issuedAt(other))?.getTime()).toBeGreaterThanOrEqual(before.getTime())
  })
})

it('a deleted organization has nothing to number', async () => {
  await numberInvoices(uowFactory(), newId('organization'))
  expect(
    await db.database.kysely.selectFrom('invoiceCounter').select('lastPosition').execute(),
  ).not.toContainEqual({ lastPosition: 0 })
})
