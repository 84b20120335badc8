import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  delivering,
  happen,
  laneOf,
  newEndpointRow,
  newSeller,
  receiving,
} from '../../../../test/deliveries.ts'
import { eventually } from '../../../../test/eventually.ts'
import { runOn } from '../../../../test/sql.ts'
import { systemClock } from '../../../platform/clock.ts'

const db = testDatabase()
const places = Array.from({ length: 10 }, (_, index) => index + 1)
const patience = 120_000

it('of a hundred endpoints, twenty that hang delay no other', async () => {
  const [well, hanging] = [await receiving(), await receiving()]
  hanging.behave('hangs')
  const seller = await newSeller(db.database)
  const endpoints = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const url = index % 5 === 0 ? hanging.url : well.url
      return newEndpointRow(db.database, seller, { url })
    }),
  )
  const deliverer = delivering(db.database, systemClock, patience)
  for (const place of places) {
    await happen(db.database, seller, [`toy-${place}`])
    deliverer.wake()
    await eventually(() => expect(well.received).toHaveLength(80 * place))
  }
  expect(hanging.received).toHaveLength(20)
  // An id begins with what stands for its endpoint.
  const beginnings = new Set(well.received.map(({ id }) => id.slice(0, 23)))
  expect(beginnings.size).toBe(80)
  for (const beginning of beginnings) {
    const received = well.received.filter(({ id }) => id.startsWith(beginning))
    expect(received.map(({ sequence }) => sequence)).toEqual(places)
  }

  // What this process cuts off itself is no failure of theirs, and is sent again by another.
  await deliverer.stop()
  expect(await runOn(db.ownerUrl, 'select from webhook_attempt where not succeeded')).toEqual([])
  const [first] = endpoints
  expect(first && (await laneOf(db.ownerUrl, first))).toMatchObject({
    readThrough: 0,
    failedEvents: 0,
    isHeld: false,
  })
})
