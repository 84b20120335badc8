import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { confirm, newCheckout } from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { newBackend, withNothing } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { onConnection } from '../../../../test/sql.ts'
import { ingestNew, listCustomerMeters, listEvents } from '../../../../test/usage.ts'

const { db, server, calls } = sellingServer([
  'events:write',
  'customers:write',
  'customer_meters:read',
  'meters:write',
  'products:write',
  'checkouts:write',
])

const made = z.object({ id: z.string() })

const ofNobody = (externalId: string) => ({ name: 'call', external_customer_id: externalId })

/** Whose the events of this external id are, the oldest first. */
async function ownersOf(externalId: string) {
  const { items } = await listEvents(
    calls,
    `external_customer_id=${externalId}&sorting=timestamp&limit=100`,
  )
  return items.map(({ customer_id }) => customer_id)
}

const countOf = async (customer: string): Promise<number> =>
  (await listEvents(calls, `customer_id=${customer}`)).pagination.total_count

describe('events of nobody belong to the customer who gets their external id', () => {
  it.each<[string, (externalId: string) => Promise<string>]>([
    ['when created', async (external_id) => (await newCustomer(calls, { external_id })).id],
    [
      'when updated',
      async (external_id) => {
        const { id } = await newCustomer(calls)
        expect((await calls.patch(`/customers/${id}`, { external_id })).status).toBe(200)
        return id
      },
    ],
    [
      'when upserted',
      async (externalId) =>
        made.parse(
          (await calls.put(`/customers/external/${externalId}`, { email: newAddress() })).body,
        ).id,
    ],
    [
      'when created by a checkout',
      async (externalId) => {
        const product = await newProduct(calls)
        const checkout = await newCheckout(calls, [product], { customer_external_id: externalId })
        await confirm(withNothing(server.current), checkout)
        const { body } = await calls.get(`/customers/external/${externalId}`)
        return made.parse(body).id
      },
    ],
  ])('%s', async (_title, give) => {
    const externalId = randomUUID()
    await ingestNew(calls, ofNobody(externalId), ofNobody(externalId))
    expect(await ownersOf(externalId)).toEqual([null, null])
    const id = await give(externalId)
    expect(await ownersOf(externalId)).toEqual([id, id])
    await ingestNew(calls, ofNobody(externalId))
    expect(await ownersOf(externalId)).toEqual([id, id, id])
    expect(await countOf(id)).toBe(3)
    const { body } = await calls.get(`/events/names?customer_id=${id}`)
    expect(body).toMatchObject({ items: [{ name: 'call', occurrences: 3 }] })
  })
})

it('another organization’s customer with the same external id gets none', async () => {
  const externalId = randomUUID()
  await ingestNew(calls, ofNobody(externalId))
  const other = await newBackend(server.current, await createOrganization(server.current), [
    'customers:write',
    'events:read',
  ])
  const { id } = await newCustomer(other, { external_id: externalId })
  expect((await listEvents(other, `customer_id=${id}`)).items).toEqual([])
  expect((await listEvents(calls, `customer_id=${id}`)).items).toEqual([])
  expect(await ownersOf(externalId)).toEqual([null])
})

it('after a customer is deleted, the next one with the external id gets the later events', async () => {
  const externalId = randomUUID()
  await ingestNew(calls, ofNobody(externalId))
  const first = await newCustomer(calls, { external_id: externalId })
  await ingestNew(calls, ofNobody(externalId))
  await calls.remove(`/customers/${first.id}`)
  await ingestNew(calls, ofNobody(externalId))
  expect(await countOf(first.id)).toBe(2)
  const second = await newCustomer(calls, { external_id: externalId })
  expect(await countOf(first.id)).toBe(2)
  expect(await countOf(second.id)).toBe(1)
  expect(await ownersOf(externalId)).toEqual([first.id, second.id])
})

it('customers without events of nobody adopt none', async () => {
  await newCustomer(calls, { external_id: randomUUID() })
  const adoptions = () => db.database.pool.query('select from usage_adoption')
  const before = (await adoptions()).rowCount
  const externalId = randomUUID()
  const { id } = await newCustomer(calls, { external_id: externalId })
  await ingestNew(calls, ofNobody(externalId))
  await calls.patch(`/customers/${id}`, { name: 'Changed' })
  expect((await adoptions()).rowCount).toBe(before)
})

describe('an event that arrives while a customer gets its external id is theirs', () => {
  /** Keeps others from writing to the table while the task runs. */
  async function whileLocked(table: string, task: () => Promise<void>): Promise<void> {
    await onConnection(db.ownerUrl, async (client) => {
      await client.query(`begin; lock table ${table} in exclusive mode`)
      await task()
      await client.query('rollback')
    })
  }

  const untilLocks = (condition: string) =>
    vi.waitFor(async () => {
      const { rowCount } = await db.database.pool.query(
        `select from pg_locks
          where locktype = 'advisory' and objsubid = 2 and ${condition}
            and classid::bigint = hashtext('usage.external_customer')::bigint & 4294967295
            and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rowCount).toBe(1)
    })

  it('if the customer comes first', async () => {
    const externalId = randomUUID()
    const started: Promise<unknown>[] = []
    await whileLocked('outbox', async () => {
      started.push(newCustomer(calls, { external_id: externalId }))
      await untilLocks(`granted and mode = 'ExclusiveLock'`)
      started.push(ingestNew(calls, ofNobody(externalId)))
      await untilLocks('not granted')
    })
    await Promise.all(started)
    await expectOne(externalId)
  })

  it('and is in no balance if it is voided meanwhile', async () => {
    const meter = await newMeter(calls)
    const externalId = randomUUID()
    await ingestNew(calls, { ...ofNobody(externalId), external_id: externalId })
    const started: Promise<unknown>[] = []
    await whileLocked('outbox', async () => {
      started.push(newCustomer(calls, { external_id: externalId }))
      await untilLocks(`granted and mode = 'ExclusiveLock'`)
      started.push(calls.post('/events/void', { events: [{ external_id: externalId }] }))
      await untilLocks('not granted')
    })
    const [customer] = await Promise.all(started)
    const { id } = made.parse(customer)
    const [balance] = await listCustomerMeters(calls, `customer_id=${id}&meter_id=${meter.id}`)
    expect(balance?.consumed_units).toBe(0)
  })

  it('if the event comes first', async () => {
    const externalId = randomUUID()
    const started: Promise<unknown>[] = []
    await whileLocked('usage_event_name', async () => {
      started.push(ingestNew(calls, ofNobody(externalId)))
      await untilLocks(`granted and mode = 'ShareLock'`)
      started.push(newCustomer(calls, { external_id: externalId }))
      await untilLocks('not granted')
    })
    await Promise.all(started)
    await expectOne(externalId)
  })

  it('if there are many', async () => {
    const externalIds = Array.from({ length: 10 }, () => randomUUID())
    const rounds = Array.from({ length: 20 }, () => externalIds).flat()
    await Promise.all([
      ...rounds.map((externalId) => ingestNew(calls, ofNobody(externalId))),
      ...externalIds.map((external_id) => newCustomer(calls, { external_id })),
    ])
    for (const externalId of externalIds) await expectOne(externalId, 20)
  })

  async function expectOne(externalId: string, count = 1): Promise<void> {
    const { body } = await calls.get(`/customers/external/${externalId}`)
    const { id } = made.parse(body)
    expect(await ownersOf(externalId)).toEqual(Array(count).fill(id))
    expect(await countOf(id)).toBe(count)
  }
})
