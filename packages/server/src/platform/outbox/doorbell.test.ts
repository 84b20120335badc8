import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { doorbellChannel, openDoorbell } from './doorbell.ts'

const db = testDatabase()
let listener: pg.Client
let heard = 0

beforeEach(async () => {
  heard = 0
  listener = new pg.Client(db.url)
  listener.on('notification', () => (heard += 1))
  await listener.connect()
  await listener.query(`listen ${doorbellChannel}`)
})
afterEach(() => listener.end())

/** PostgreSQL tells a listener what was rung before it answers it. */
async function allHeard(): Promise<number> {
  await listener.query('select')
  return heard
}

test('however often it is pressed, it rings at most every 20 milliseconds', async () => {
  const bell = openDoorbell(db.database)
  const began = performance.now()
  for (let turn = 0; turn < 40; turn++) {
    for (let press = 0; press < 25; press++) bell.ring()
    await sleep(5)
  }
  await bell.close()
  const took = performance.now() - began
  expect(await allHeard()).toBeGreaterThan(2)
  // A timer may go off within the millisecond before.
  expect(heard).toBeLessThanOrEqual(1 + took / 19)
})

test('pressed while it rings, it rings once more', async () => {
  const bell = openDoorbell(db.database)
  for (let press = 0; press < 25; press++) bell.ring()
  await eventually(() => expect(heard).toBe(2))
  await bell.close()
  expect(await allHeard()).toBe(2)
})
