import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  deliverDue,
  deliveriesOf,
  delivering,
  laneOf,
  logEvents,
  newEndpointRow,
  newSeller,
  receiving,
} from '../../../../../test/deliveries.ts'
import { eventually } from '../../../../../test/eventually.ts'
import { runOn } from '../../../../../test/sql.ts'

const db = testDatabase()
const eventsCount = 15
const sequences = Array.from({ length: eventsCount }, (_, index) => index + 1)
const objects = sequences.map((sequence) => `toy-${sequence}`)

it('two processes share the lanes, and send each event once and in order', async () => {
  const receiver = await receiving()
  receiver.behave({ status: 200, afterMilliseconds: 5 })
  const sellers = await Promise.all(Array.from({ length: 12 }, () => newSeller(db.database)))
  const endpoints = await Promise.all(
    sellers.map((seller) => newEndpointRow(db.database, seller, { url: receiver.url })),
  )
  const both = [delivering(db.database), delivering(db.database)]
  for (const round of [1, 2, 3]) {
    await Promise.all(sellers.map((seller) => logEvents(db.database, seller, objects)))
    for (const { wake } of both) wake()
    await eventually(() =>
      expect(receiver.received.length).toBeGreaterThanOrEqual(round * 12 * eventsCount),
    )
  }
  await Promise.all(both.map((deliverer) => deliverer.deliverDue()))
  const all = Array.from({ length: 3 * eventsCount }, (_, index) => index + 1)
  for (const endpoint of endpoints) {
    const deliveries = await deliveriesOf(db.ownerUrl, endpoint)
    expect(deliveries.map(({ sequence }) => sequence)).toEqual(all)
    const ids = new Set(await idsOf(endpoint.id))
    const received = receiver.received.filter(({ id }) => ids.has(id))
    expect(received.map(({ sequence }) => sequence)).toEqual(all)
  }
})

const idsOf = async (endpointId: string) =>
  (
    await runOn<{ id: string }>(
      db.ownerUrl,
      'select id from webhook_delivery where endpoint_id = $1',
      [endpointId],
    )
  ).map(({ id }) => id)

/** As if the processes had died, but for their other connections. */
const endLifeLocks = () =>
  runOn(
    db.ownerUrl,
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock'
        and database = (select oid from pg_database where datname = current_database())`,
  )

it('processes that lose their life locks send on, in order, and lose nothing', async () => {
  const receiver = await receiving()
  receiver.behave({ status: 200, afterMilliseconds: 5 })
  const seller = await newSeller(db.database)
  const endpoint = await newEndpointRow(db.database, seller, { url: receiver.url })
  const both = [delivering(db.database), delivering(db.database)]
  for (const round of [1, 2, 3]) {
    await logEvents(db.database, seller, objects)
    for (const { wake } of both) wake()
    await eventually(() =>
      expect(receiver.received.length).toBeGreaterThan((round - 1) * eventsCount),
    )
    await eventually(async () => expect((await endLifeLocks()).length).toBeGreaterThan(0))
    await eventually(async () =>
      expect(await laneOf(db.ownerUrl, endpoint)).toMatchObject({
        readThrough: round * eventsCount,
      }),
    )
  }
  const firsts = [...new Set(receiver.received.map(({ sequence }) => sequence))]
  expect(firsts).toEqual(Array.from({ length: 3 * eventsCount }, (_, index) => index + 1))
})

it('a process that lost a lane while sending saves nothing more', async () => {
  const receiver = await receiving()
  const seller = await newSeller(db.database)
  const endpoint = await newEndpointRow(db.database, seller, { url: receiver.url })
  receiver.behave({ status: 200, afterMilliseconds: 500 })
  await logEvents(db.database, seller, objects)
  const sending = deliverDue(db.database)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await runOn(
    db.ownerUrl,
    `update webhook_lane set holder = gen_random_uuid(), held_until = now() + interval '1 hour',
            holder_shows_life = false
      where endpoint_id = $1`,
    [endpoint.id],
  )
  await sending
  expect(await laneOf(db.ownerUrl, endpoint)).toMatchObject({ readThrough: 0 })
  expect(await deliveriesOf(db.ownerUrl, endpoint)).toEqual([])
  // The next event may have been sent before the first result was refused.
  expect(receiver.received.length).toBeLessThanOrEqual(2)
})

it('a lane whose results cannot be saved affects no other', async () => {
  const receiver = await receiving()
  const seller = await newSeller(db.database)
  const [faulty, well] = await Promise.all([
    newEndpointRow(db.database, seller, { url: `${receiver.url}/faulty` }),
    newEndpointRow(db.database, seller, { url: `${receiver.url}/well` }),
  ])
  await runOn(
    db.ownerUrl,
    `create trigger refused before insert on webhook_attempt for each row
       when (new.endpoint_id = '${faulty.id}') execute function guildhall_refuse_change()`,
  )
  await logEvents(db.database, seller, objects)
  await deliverDue(db.database)
  const received = receiver.received.filter(({ path }) => path.endsWith('/well'))
  expect(received.map(({ sequence }) => sequence)).toEqual(sequences)
  expect(await deliveriesOf(db.ownerUrl, well)).toHaveLength(eventsCount)
  expect(await deliveriesOf(db.ownerUrl, faulty)).toEqual([])
})
