import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  deliverDue,
  deliveriesOf,
  delivering,
  happen,
  laneOf,
  newEndpointRow,
  newSeller,
  receiving,
} from '../../../../test/deliveries.ts'
import { eventually } from '../../../../test/eventually.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { runOn } from '../../../../test/sql.ts'
import type { ReceivedWebhook } from '../../../../test/webhook-receiver.ts'

const db = testDatabase()

const sequences = (received: readonly ReceivedWebhook[]) => received.map(({ sequence }) => sequence)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const toys = (count: number) => upTo(count).map((number) => `toy-${number}`)

async function newLane(wish: { readonly events?: readonly string[] } = {}) {
  const receiver = await receiving()
  const seller = await newSeller(db.database)
  const endpoint = await newEndpointRow(db.database, seller, { url: receiver.url, ...wish })
  const clock = movableClock()
  return {
    receiver,
    seller,
    endpoint,
    clock,
    happen: (objects: readonly string[], name?: string) =>
      happen(db.database, seller, objects, name),
    deliver: (timeoutMs?: number) => deliverDue(db.database, clock, timeoutMs),
    deliveries: () => deliveriesOf(db.ownerUrl, endpoint),
    lane: () => laneOf(db.ownerUrl, endpoint),
  }
}

describe('what happened', () => {
  it('is sent in its order, each once, and only what is asked for', async () => {
    const { receiver, happen, deliver, deliveries, lane } = await newLane()
    await happen(['a', 'b', 'a'])
    await happen(['c'], 'product.created')
    await happen(['c'], 'product.updated')
    await happen(['d'], 'toy.made')
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

  it('before an endpoint was made is none of its business', async () => {
    const seller = await newSeller(db.database)
    await happen(db.database, seller, toys(3))
    const receiver = await receiving()
    await newEndpointRow(db.database, seller, { url: receiver.url })
    await happen(db.database, seller, ['new'])
    await deliverDue(db.database)
    expect(sequences(receiver.received)).toEqual([4])
  })

  it('is sent one after another, and several at once where an endpoint has fallen behind', async () => {
    const { receiver, happen, deliver } = await newLane()
    receiver.behave({ status: 200, afterMilliseconds: 20 })
    await happen(toys(20))
    await deliver()
    expect(receiver.mostAtOnce).toBe(1)
    await happen(toys(201))
    await deliver()
    expect(receiver.mostAtOnce).toBe(3)
    expect(sequences(receiver.received).toSorted((a, b) => a - b)).toEqual(upTo(221))
  })

  it('leaves soon after it was logged, without anybody waiting for it', async () => {
    const { receiver, happen } = await newLane()
    const deliverer = delivering(db.database)
    await happen(['a'])
    deliverer.wake()
    await eventually(() => expect(sequences(receiver.received)).toEqual([1]))
    await happen(['b'])
    await eventually(() => expect(sequences(receiver.received)).toEqual([1, 2]))
  })

  it('in thousands that nobody asks for is passed over', async () => {
    const { receiver, happen, deliver, lane } = await newLane({ events: ['product.updated'] })
    await happen(toys(1_500))
    await happen(['last'], 'product.updated')
    await deliver()
    expect(sequences(receiver.received)).toEqual([1_501])
    expect(await lane()).toMatchObject({ readThrough: 1_501 })
  })
})

it('what is older than 90 days is passed over', async () => {
  const { receiver, happen, deliver, lane, clock } = await newLane()
  await happen(toys(3))
  clock.advance(91 * 86_400)
  await deliver()
  expect(receiver.received).toEqual([])
  expect(await lane()).toMatchObject({ readThrough: 3 })
})

describe('an event that fails', () => {
  it('holds up later ones of the same object only, and they follow in order', async () => {
    const { receiver, happen, deliver, deliveries, clock, lane } = await newLane()
    receiver.behave(({ data }) => (data['id'] === 'bad' ? 500 : 200))
    await happen(['bad', 'good', 'bad', 'bad', 'fine'])
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

  it('is tried ten times over two days, and then lets the next go', async () => {
    const { receiver, happen, deliver, deliveries, clock, lane } = await newLane()
    receiver.behave(({ data }) => (data['place'] === 0 ? 500 : 200))
    await happen(['bad', 'bad'])
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

  it('is skipped where the endpoint no longer asks for it', async () => {
    const { receiver, happen, deliver, deliveries, clock, endpoint } = await newLane()
    receiver.behave(500)
    await happen(['bad', 'bad'])
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

  it('of a kind that the format has no words for isn’t sent', async () => {
    const receiver = await receiving()
    const seller = await newSeller(db.database)
    const endpoint = await newEndpointRow(db.database, seller, {
      url: receiver.url,
      format: 'discord',
    })
    await happen(db.database, seller, ['a'], 'product.updated')
    await deliverDue(db.database)
    expect(receiver.received).toEqual([])
    expect(await deliveriesOf(db.ownerUrl, endpoint)).toMatchObject([
      { state: 'skipped', attempts: 0 },
    ])
  })

  it('because it can’t be written holds up no other, and says so', async () => {
    const receiver = await receiving()
    const seller = await newSeller(db.database)
    const endpoint = await newEndpointRow(db.database, seller, {
      url: receiver.url,
      events: ['order.paid', 'customer.created'],
      format: 'slack',
    })
    // An order without any amount has no words.
    await happen(db.database, seller, ['order'], 'order.paid')
    await happen(db.database, seller, ['customer'], 'customer.created')
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

const toldOf = (seller: string) =>
  runOn<{ name: string; payload: Readonly<Record<string, unknown>> }>(
    db.ownerUrl,
    `select name, payload from outbox where organization_id = $1 and name like 'webhook%'
      order by id`,
    [seller],
  )

describe('an endpoint that fails', () => {
  it('is told of at the third event, and rests after ten; what is new stays in the line', async () => {
    const { receiver, happen, deliver, deliveries, lane, seller, endpoint } = await newLane()
    receiver.behave(503)
    await happen(toys(15))
    await deliver()
    expect(sequences(receiver.received)).toEqual(upTo(10))
    expect(await lane()).toMatchObject({
      readThrough: 10,
      failedEvents: 10,
      isEnabled: false,
      reason: 'failing',
    })
    expect(await deliveries()).toHaveLength(10)
    expect(await toldOf(seller)).toMatchObject([
      { name: 'webhook_endpoint.warned', payload: { id: endpoint.id, failed_events: 3 } },
      {
        name: 'webhook_endpoint.rested',
        payload: { id: endpoint.id, url: endpoint.url, name: null, failed_events: 10 },
      },
    ])
  })

  it('awakes as soon as one is taken, and gets what it missed in order', async () => {
    const { receiver, happen, deliver, deliveries, lane, clock } = await newLane()
    receiver.behave(503)
    await happen(toys(12))
    await deliver()
    clock.advance(6)
    await deliver()
    expect(receiver.received).toHaveLength(20)

    receiver.behave(200)
    receiver.forget()
    clock.advance(34)
    await happen(['toy-1', 'new'])
    await deliver()
    // The 13th and the 14th place of the line have the warning and the rest; the 15th is of an
    // object of which something had failed.
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

  it('is called with all that failed when one of it is taken, however long the others were to wait', async () => {
    const { receiver, happen, deliver, deliveries, clock } = await newLane()
    receiver.behave(503)
    await happen(toys(12))
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

  it('isn’t called any more where a member disables it', async () => {
    const { receiver, happen, deliver, clock, endpoint } = await newLane()
    receiver.behave(500)
    await happen(['a'])
    await deliver()
    await runOn(
      db.ownerUrl,
      `update webhook_endpoint set is_enabled = false, disabled_reason = 'member',
              version = version + 1 where id = $1`,
      [endpoint.id],
    )
    await happen(['b'])
    clock.advance(86_400)
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  it('doesn’t matter to any other, nor does one that is deleted', async () => {
    const { receiver, happen, deliver, seller, endpoint } = await newLane()
    const other = await receiving()
    await newEndpointRow(db.database, seller, { url: other.url })
    receiver.behave('hangs')
    const deleted = (async () => {
      await eventually(() => expect(receiver.received).toHaveLength(1))
      await runOn(db.ownerUrl, 'delete from webhook_endpoint where id = $1', [endpoint.id])
    })()
    await happen(toys(5))
    await deliver(1_000)
    await deleted
    expect(sequences(other.received)).toEqual(upTo(5))
    expect(receiver.received).toHaveLength(1)
  })
})
