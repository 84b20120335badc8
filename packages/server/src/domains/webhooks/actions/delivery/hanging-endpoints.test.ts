import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  delivering,
  laneOf,
  logEvents,
  newEndpointRow,
  newSeller,
  receiving,
} from '../../../../../test/deliveries.ts'
import { eventually } from '../../../../../test/eventually.ts'
import { runOn } from '../../../../../test/sql.ts'
import { systemClock } from '../../../../platform/clock.ts'

const db = testDatabase()
const sequences = Array.from({ length: 10 }, (_, index) => index + 1)
const timeoutMs = 120_000

it('twenty hanging endpoints of a hundred delay no other', async () => {
  const [well, hanging] = [await receiving(), await receiving()]
  hanging.behave('hangs')
  const seller = await newSeller(db.database)
  const endpoints = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const url = index % 5 === 0 ? hanging.url : well.url
      return newEndpointRow(db.database, seller, { url })
    }),
  )
  const deliverer = delivering(db.database, systemClock, timeoutMs)
  for (const sequence of sequences) {
    await logEvents(db.database, seller, [`toy-${sequence}`])
    deliverer.wake()
    await eventually(() => expect(well.received).toHaveLength(80 * sequence))
  }
  expect(hanging.received).toHaveLength(20)
  // The prefix of an id identifies its endpoint.
  const prefixes = new Set(well.received.map(({ id }) => id.slice(0, 23)))
  expect(prefixes.size).toBe(80)
  for (const prefix of prefixes) {
    const received = well.received.filter(({ id }) => id.startsWith(prefix))
    expect(received.map(({ sequence }) => sequence)).toEqual(sequences)
  }

  // Attempts that the process itself cuts off are not failures of the endpoint.
  await deliverer.stop()
  expect(await runOn(db.ownerUrl, 'select from webhook_attempt where not succeeded')).toEqual([])
  const [first] = endpoints
  expect(first && (await laneOf(db.ownerUrl, first))).toMatchObject({
    readThrough: 0,
    failedEvents: 0,
    isHeld: false,
  })
})
