import { describe, expect, it } from 'vitest'
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
import { movableClock } from '../../../../../test/movable-clock.ts'
import { runOn } from '../../../../../test/sql.ts'
import type { ReceivedWebhook } from '../../../../../test/webhook-receiver.ts'

const db = testDatabase()

const sequences = (received: readonly ReceivedWebhook[]) => received.map(({ sequence }) => sequence)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const toys = (count: number) => upTo(count).map((number) => `toy-${number}`)

async function newLane(input: { readonly events?: readonly string[] } = {}) {
  const receiver = await receiving()
  const seller = await newSeller(db.database)
  const endpoint = await newEndpointRow(db.database, seller, { url: receiver.url, ...input })
  const clock = movableClock()
  return {
    receiver,
    seller,
    endpoint,
    clock,
    logEvents: (objects: readonly string[], name?: string) =>
      logEvents(db.database, seller, objects, name),
    deliver: (timeoutMs?: number) => deliverDue(db.database, clock, timeoutMs),
    deliveries: () => deliveriesOf(db.ownerUrl, endpoint),
    lane: () => laneOf(db.ownerUrl, endpoint),
  }
}

describe('a logged event', () => {
  it('is sent once and in order to endpoints that want it', async () => {
    const { receiver, logEvents, deliver, deliveries, lane } = await newLane()
    await logEvents(['a', 'b', 'a'])
    await logEvents(['c'], 'product.created')
    await logEvents(['c'], 'product.updated')
    await logEvents(['d'], 'toy.made')
    await deliver()
    await deliver()
    expect(sequences(receiver.received)).toEqual([1, 2, 3, 5])
    expect(await deliveries()).toEqual(
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'a'],
        [5, 'c'],
      ].map(([sequence, object]) => ({
        sequence,
        object,
        state: 'delivered',
        attempts: 1,
        isTimed: false,
      })),
    )
    expect(await lane()).toMatchObject({ readThrough: 6, isHeld: false, isDue: false })
  })

  it('is not sent to endpoints that were created later', async () => {
    const seller = await newSeller(db.database)
    await logEvents(db.database, seller, toys(3))
    const receiver = await receiving()
    await newEndpointRow(db.database, seller, { url: receiver.url })
    await logEvents(db.database, seller, ['new'])
    await deliverDue(db.database)
    expect(sequences(receiver.received)).toEqual([4])
  })

  it('is sent alone, and together with others when an endpoint has fallen behind', async () => {
    const { receiver, logEvents, deliver } = await newLane()
    receiver.behave({ status: 200, afterMilliseconds: 20 })
    await logEvents(toys(20))
    await deliver()
    expect(receiver.mostAtOnce).toBe(1)
    await logEvents(toys(201))
    await deliver()
    expect(receiver.mostAtOnce).toBe(3)
    expect(sequences(receiver.received).toSorted((a, b) => a - b)).toEqual(upTo(221))
  })

  it('is sent soon after it was logged', async () => {
    const { receiver, logEvents } = await newLane()
    const deliverer = delivering(db.database)
    await logEvents(['a'])
    deliverer.wake()
    await eventually(() => expect(sequences(receiver.received)).toEqual([1]))
    await logEvents(['b'])
    await eventually(() => expect(sequences(receiver.received)).toEqual([1, 2]))
  })

  it('is found behind thousands that the endpoint does not want', async () => {
    const { receiver, logEvents, deliver, lane } = await newLane({ events: ['product.updated'] })
    await logEvents(toys(1_500))
    await logEvents(['last'], 'product.updated')
    await deliver()
    expect(sequences(receiver.received)).toEqual([1_501])
    expect(await lane()).toMatchObject({ readThrough: 1_501 })
  })
})

it('events older than 90 days are not sent', async () => {
  const { receiver, logEvents, deliver, lane, clock } = await newLane()
  await logEvents(toys(3))
  clock.advance(91 * 86_400)
  await deliver()
  expect(receiver.received).toEqual([])
  expect(await lane()).toMatchObject({ readThrough: 3 })
})

describe('a failed event', () => {
  it('blocks only later events of its object, which follow in order', async () => {
    const { receiver, logEvents, deliver, deliveries, clock, lane } = await newLane()
    receiver.behave(({ data }) => (data['id'] === 'bad' ? 500 : 200))
    await logEvents(['bad', 'good', 'bad', 'bad', 'fine'])
    await deliver()
    expect(sequences(receiver.received)).toEqual([1, 2, 5])
    expect(await deliveries()).toMatchObject([
      { sequence: 1, state: 'waiting', attempts: 1, isTimed: true },
      { sequence: 2, state: 'delivered' },
      { sequence: 3, state: 'waiting', attempts: 0, isTimed: false },
      { sequence: 4, state: 'waiting', attempts: 0, isTimed: false },
      { sequence: 5, state: 'delivered' },
    ])
    await deliver()
    expect(receiver.received).toHaveLength(3)

    receiver.behave(200)
    clock.advance(6)
    await deliver()
    expect(sequences(receiver.received)).toEqual([1, 2, 5, 1, 3, 4])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5)
    expect((await deliveries()).map(({ state }) => state)).toEqual(upTo(5).map(() => 'delivered'))
    expect(await lane()).toMatchObject({ isDue: false, failedEvents: 0 })
  })

  it('is tried ten times over two days, and then blocks no longer', async () => {
    const { receiver, logEvents, deliver, deliveries, clock, lane } = await newLane()
    receiver.behave(({ data }) => (data['place'] === 0 ? 500 : 200))
    await logEvents(['bad', 'bad'])
    await deliver()
    for (const seconds of [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400]) {
      clock.advance(seconds * 0.89)
      await deliver()
      const before = receiver.received.length
      clock.advance(seconds * 0.22)
      await deliver()
      expect([seconds, receiver.received.length]).toEqual([
        seconds,
        before + (seconds === 86_400 ? 2 : 1),
      ])
    }
    expect(sequences(receiver.received)).toEqual([...upTo(10).map(() => 1), 2])
    expect(await deliveries()).toMatchObject([
      { state: 'failed', attempts: 10, isTimed: false },
      { state: 'delivered', attempts: 1 },
    ])
    expect(await lane()).toMatchObject({ isDue: false })
    const attempts = await runOn<{ code: number }>(
      db.ownerUrl,
      'select http_code as code from webhook_attempt where delivery_id = $1 order by id',
      [receiver.received[0]?.id],
    )
    expect(attempts).toEqual(upTo(10).map(() => ({ code: 500 })))
  })

  it('is skipped when the endpoint no longer wants it', async () => {
    const { receiver, logEvents, deliver, deliveries, clock, endpoint } = await newLane()
    receiver.behave(500)
    await logEvents(['bad', 'bad'])
    await deliver()
    await runOn(
      db.ownerUrl,
      `update webhook_endpoint set events = '{product.updated}', version = version + 1
        where id = $1`,
      [endpoint.id],
    )
    clock.advance(6)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([
      { state: 'skipped', attempts: 1 },
      { state: 'skipped', attempts: 0 },
    ])
  })

  it('is not sent when the format has no message for it', async () => {
    const receiver = await receiving()
    const seller = await newSeller(db.database)
    const endpoint = await newEndpointRow(db.database, seller, {
      url: receiver.url,
      format: 'discord',
    })
    await logEvents(db.database, seller, ['a'], 'product.updated')
    await deliverDue(db.database)
    expect(receiver.received).toEqual([])
    expect(await deliveriesOf(db.ownerUrl, endpoint)).toMatchObject([
      { state: 'skipped', attempts: 0 },
    ])
  })

  it('that cannot be rendered blocks no other, and its attempt records that', async () => {
    const receiver = await receiving()
    const seller = await newSeller(db.database)
    const endpoint = await newEndpointRow(db.database, seller, {
      url: receiver.url,
      events: ['order.paid', 'customer.created'],
      format: 'slack',
    })
    // An order without an amount cannot be written.
    await logEvents(db.database, seller, ['order'], 'order.paid')
    await logEvents(db.database, seller, ['customer'], 'customer.created')
    await deliverDue(db.database)
    expect(sequences(receiver.received)).toEqual([2])
    expect(await deliveriesOf(db.ownerUrl, endpoint)).toMatchObject([
      { state: 'waiting', attempts: 1, isTimed: true },
      { state: 'delivered' },
    ])
    const attempts = 'select error from webhook_attempt where endpoint_id = $1 and not succeeded'
    expect(await runOn(db.ownerUrl, attempts, [endpoint.id])).toEqual([
      { error: 'The server could not write this message. Its log says why.' },
    ])
  })
})

const endpointEventsOf = (seller: string) =>
  runOn<{ name: string; payload: Readonly<Record<string, unknown>> }>(
    db.ownerUrl,
    `select name, payload from outbox where organization_id = $1 and name like 'webhook%'
      order by id`,
    [seller],
  )

describe('a failing endpoint', () => {
  it('causes a warning after three events, and is suspended after ten', async () => {
    const { receiver, logEvents, deliver, deliveries, lane, seller, endpoint } = await newLane()
    receiver.behave(503)
    await logEvents(toys(15))
    await deliver()
    expect(sequences(receiver.received)).toEqual(upTo(10))
    expect(await lane()).toMatchObject({
      readThrough: 10,
      failedEvents: 10,
      isEnabled: false,
      reason: 'failing',
    })
    expect(await deliveries()).toHaveLength(10)
    expect(await endpointEventsOf(seller)).toMatchObject([
      { name: 'webhook_endpoint.warned', payload: { id: endpoint.id, failed_events: 3 } },
      {
        name: 'webhook_endpoint.suspended',
        payload: { id: endpoint.id, url: endpoint.url, name: null, failed_events: 10 },
      },
    ])
  })

  it('resumes with the first success, and gets what it missed in order', async () => {
    const { receiver, logEvents, deliver, deliveries, lane, clock } = await newLane()
    receiver.behave(503)
    await logEvents(toys(12))
    await deliver()
    clock.advance(6)
    await deliver()
    expect(receiver.received).toHaveLength(20)

    receiver.behave(200)
    receiver.forget()
    clock.advance(34)
    await logEvents(['toy-1', 'new'])
    await deliver()
    // Sequences 13 and 14 are the warning and the suspension; 15 is about an object with a failed
    // event.
    const received = sequences(receiver.received)
    expect(received.filter((sequence) => [11, 12, 16].includes(sequence))).toEqual([11, 12, 16])
    expect(received.indexOf(15)).toBeGreaterThan(received.indexOf(1))
    expect(received.toSorted((a, b) => a - b)).toEqual([...upTo(12), 15, 16])
    expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true)
    expect(await lane()).toMatchObject({
      readThrough: 16,
      failedEvents: 0,
      isEnabled: true,
      reason: null,
    })
  })

  it('gets all failed events after one success, however late their schedule was', async () => {
    const { receiver, logEvents, deliver, deliveries, clock } = await newLane()
    receiver.behave(503)
    await logEvents(toys(12))
    await deliver()
    await runOn(
      db.ownerUrl,
      "update webhook_delivery set next_attempt_at = next_attempt_at + interval '1 day' where sequence > 1",
    )
    receiver.behave(200)
    clock.advance(6)
    await deliver()
    expect((await deliveries()).map(({ state }) => state)).toEqual(Array(12).fill('delivered'))
  })

  it('gets nothing once a member disables it', async () => {
    const { receiver, logEvents, deliver, clock, endpoint } = await newLane()
    receiver.behave(500)
    await logEvents(['a'])
    await deliver()
    await runOn(
      db.ownerUrl,
      `update webhook_endpoint set is_enabled = false, disabled_reason = 'member',
              version = version + 1 where id = $1`,
      [endpoint.id],
    )
    await logEvents(['b'])
    clock.advance(86_400)
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  it('delays no other, nor does a deleted one', async () => {
    const { receiver, logEvents, deliver, seller, endpoint } = await newLane()
    const other = await receiving()
    await newEndpointRow(db.database, seller, { url: other.url })
    receiver.behave('hangs')
    const deleted = (async () => {
      await eventually(() => expect(receiver.received).toHaveLength(1))
      await runOn(db.ownerUrl, 'delete from webhook_endpoint where id = $1', [endpoint.id])
    })()
    await logEvents(toys(5))
    await deliver(1_000)
    await deleted
    expect(sequences(other.received)).toEqual(upTo(5))
    expect(receiver.received).toHaveLength(1)
  })
})
