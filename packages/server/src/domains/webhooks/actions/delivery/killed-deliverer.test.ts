import { describe, expect, it } from 'vitest'
import { runFixture } from '../../../../../test/child.ts'
import { testDatabase } from '../../../../../test/database.ts'
import {
  deliverDue,
  deliveriesOf,
  laneOf,
  logEvents,
  newEndpointRow,
  newSeller,
  receiving,
} from '../../../../../test/deliveries.ts'
import { eventually } from '../../../../../test/eventually.ts'
import { runOn } from '../../../../../test/sql.ts'
import type { ReceivedWebhook } from '../../../../../test/webhook-receiver.ts'

const db = testDatabase()
const eventsCount = 60
const sequences = Array.from({ length: eventsCount }, (_, index) => index + 1)
/** Six objects, in rotation. */
const objects = sequences.map((sequence) => `toy-${sequence % 6}`)

/** As behind a pooler, where sessions hold no locks. */
const hideLife = () => runOn(db.ownerUrl, 'update webhook_lane set holder_shows_life = false')

/** A lane whose process is sending this event, which the receiver doesn’t answer. */
async function sendingAt(sequence: number, fails: (webhook: ReceivedWebhook) => boolean) {
  const receiver = await receiving()
  const seller = await newSeller(db.database)
  const endpoint = await newEndpointRow(db.database, seller, { url: receiver.url })
  const answer = (webhook: ReceivedWebhook) => (fails(webhook) ? 500 : 200)
  receiver.behave((webhook) => (webhook.sequence === sequence ? 'hangs' : answer(webhook)))
  await logEvents(db.database, seller, objects)
  const child = runFixture('deliverer.ts', db.url)
  await eventually(() =>
    expect(receiver.received.map(({ sequence }) => sequence)).toContain(sequence),
  )
  receiver.behave(answer)
  return { receiver, endpoint, child }
}

async function killedAt(...given: Parameters<typeof sendingAt>) {
  const { child, ...lane } = await sendingAt(...given)
  await child.end('SIGKILL')
  return lane
}

const prolongLeases = () =>
  runOn(
    db.ownerUrl,
    "update webhook_lane set held_until = now() + interval '1 hour' where holder is not null",
  )

const expireLeases = () =>
  runOn(db.ownerUrl, 'update webhook_lane set held_until = now() where held_until > now()')

const firstsOf = (received: readonly ReceivedWebhook[]) => [
  ...new Set(received.map(({ sequence }) => sequence)),
]

describe('the lane of a killed process', () => {
  it('is not taken over before its lease ends, where it could show no life', async () => {
    const { receiver } = await killedAt(23, () => false)
    await hideLife()
    const before = receiver.received.length
    await deliverDue(db.database)
    expect(receiver.received).toHaveLength(before)
    await expireLeases()
    await deliverDue(db.database)
    expect(firstsOf(receiver.received)).toEqual(sequences)
  })

  it.each([1, 23, eventsCount])(
    'is taken over at once at event %i, without loss and in order',
    async (sequence) => {
      const { receiver, endpoint } = await killedAt(sequence, () => false)
      await prolongLeases()
      const before = receiver.received.length
      await eventually(async () => {
        await deliverDue(db.database)
        expect(await laneOf(db.ownerUrl, endpoint)).toMatchObject({ readThrough: eventsCount })
      })
      expect(firstsOf(receiver.received)).toEqual(sequences)
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(eventsCount)
      const again = receiver.received.slice(before).map(({ sequence }) => sequence)
      expect(again).toContain(sequence)
      expect(again).toEqual(sequences.slice(-again.length))
      expect(await deliveriesOf(db.ownerUrl, endpoint)).toMatchObject(
        sequences.map((sequence) => ({ sequence, state: 'delivered', attempts: 1 })),
      )
    },
  )

  it('keeps the events that wait behind a failed one, in order', async () => {
    const fails = ({ sequence }: ReceivedWebhook) => sequence === 3
    const { receiver, endpoint } = await killedAt(23, fails)
    await expireLeases()
    await deliverDue(db.database)
    const waiting = (await deliveriesOf(db.ownerUrl, endpoint)).filter(
      ({ state }) => state === 'waiting',
    )
    expect(waiting.map(({ sequence }) => sequence)).toEqual(
      sequences.filter((sequence) => sequence % 6 === 3),
    )
    expect(waiting.filter(({ isTimed }) => isTimed)).toMatchObject([{ sequence: 3, attempts: 1 }])
    const sent = firstsOf(receiver.received)
    expect(sent).toEqual(sequences.filter((sequence) => sequence % 6 !== 3 || sequence === 3))
  })
})

describe('the lane of a stopped process', () => {
  it('is left to it until its lease ends, and then nothing that it does there counts', async () => {
    const { receiver, endpoint, child } = await sendingAt(23, () => false)
    try {
      // Else it could stop while it saves, and its transaction would hold the lane.
      await eventually(async () =>
        expect(await laneOf(db.ownerUrl, endpoint)).toMatchObject({ readThrough: 22 }),
      )
      child.signal('SIGSTOP')
      const before = receiver.received.length
      await deliverDue(db.database)
      expect(receiver.received).toHaveLength(before)
      await expireLeases()
      await deliverDue(db.database)
      expect(firstsOf(receiver.received)).toEqual(sequences)
      await receiver.goDown()
      await receiver.comeUp()
      child.signal('SIGCONT')
      await logEvents(db.database, endpoint.organizationId, ['toy-0'])
      await eventually(async () =>
        expect(await laneOf(db.ownerUrl, endpoint)).toMatchObject({ readThrough: eventsCount + 1 }),
      )
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(eventsCount + 1)
      expect(await deliveriesOf(db.ownerUrl, endpoint)).toMatchObject(
        [...sequences, eventsCount + 1].map((sequence) => ({
          sequence,
          state: 'delivered',
          attempts: 1,
        })),
      )
    } finally {
      await child.end('SIGKILL')
    }
  })
})
