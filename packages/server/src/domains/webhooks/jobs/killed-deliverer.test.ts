import { describe, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  deliverDue,
  deliveriesOf,
  happen,
  laneOf,
  newEndpointRow,
  newSeller,
  receiving,
} from '../../../../test/deliveries.ts'
import { eventually } from '../../../../test/eventually.ts'
import { runOn } from '../../../../test/sql.ts'
import type { ReceivedWebhook } from '../../../../test/webhook-receiver.ts'

const db = testDatabase()
const eventsCount = 60
const places = Array.from({ length: eventsCount }, (_, index) => index + 1)
/** Six objects by turns. */
const objects = places.map((place) => `toy-${place % 6}`)

/** A lane whose holder is killed while the receiver has this event and hasn’t answered. */
async function killedAt(place: number, fails: (webhook: ReceivedWebhook) => boolean) {
  const receiver = await receiving()
  const seller = await newSeller(db.database)
  const endpoint = await newEndpointRow(db.database, seller, { url: receiver.url })
  const answer = (webhook: ReceivedWebhook) => (fails(webhook) ? 500 : 200)
  receiver.behave((webhook) => (webhook.sequence === place ? 'hangs' : answer(webhook)))
  await happen(db.database, seller, objects)
  const child = runFixture('deliverer.ts', db.url)
  await eventually(() => expect(receiver.received.map(({ sequence }) => sequence)).toContain(place))
  await child.end('SIGKILL')
  receiver.behave(answer)
  return { receiver, endpoint }
}

const silenceAll = () =>
  runOn(db.ownerUrl, 'update webhook_lane set held_until = now() where held_until > now()')

const firstsOf = (received: readonly ReceivedWebhook[]) => [
  ...new Set(received.map(({ sequence }) => sequence)),
]

describe('a process that is killed while it delivers', () => {
  it.each([1, 23, eventsCount])(
    'event %i, has its lane taken over: nothing is lost, and everything stays in order',
    async (place) => {
      const { receiver, endpoint } = await killedAt(place, () => false)
      const before = receiver.received.length
      await deliverDue(db.database)
      expect(receiver.received).toHaveLength(before)

      await silenceAll()
      await deliverDue(db.database)
      expect(firstsOf(receiver.received)).toEqual(places)
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(eventsCount)
      const again = receiver.received.slice(before).map(({ sequence }) => sequence)
      expect(again).toContain(place)
      expect(again).toEqual(places.slice(-again.length))
      expect(await laneOf(db.ownerUrl, endpoint)).toMatchObject({ readThrough: eventsCount })
      expect(await deliveriesOf(db.ownerUrl, endpoint)).toMatchObject(
        places.map((sequence) => ({ sequence, state: 'delivered', attempts: 1 })),
      )
    },
  )

  it('keeps what waits behind a failure, and its order', async () => {
    const fails = ({ sequence }: ReceivedWebhook) => sequence === 3
    const { receiver, endpoint } = await killedAt(23, fails)
    await silenceAll()
    await deliverDue(db.database)
    const waiting = (await deliveriesOf(db.ownerUrl, endpoint)).filter(
      ({ state }) => state === 'waiting',
    )
    expect(waiting.map(({ sequence }) => sequence)).toEqual(
      places.filter((place) => place % 6 === 3),
    )
    expect(waiting.filter(({ isTimed }) => isTimed)).toMatchObject([{ sequence: 3, attempts: 1 }])
    const sent = firstsOf(receiver.received)
    expect(sent).toEqual(places.filter((place) => place % 6 !== 3 || place === 3))
  })
})
