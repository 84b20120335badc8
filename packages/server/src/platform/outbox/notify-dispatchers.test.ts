import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { eventsChannel, openDispatcherNotifier } from './notify-dispatchers.ts'

const db = testDatabase()
let listener: pg.Client
let received = 0

beforeEach(async () => {
  received = 0
  listener = new pg.Client(db.url)
  listener.on('notification', () => (received += 1))
  await listener.connect()
  await listener.query(`listen ${eventsChannel}`)
})
afterEach(() => listener.end())

/** PostgreSQL delivers pending notifications to a listener before the result of its query. */
async function countReceived(): Promise<number> {
  await listener.query('select')
  return received
}

test('notices are sent at most every 20 milliseconds', async () => {
  const notifier = openDispatcherNotifier(db.database)
  const began = performance.now()
  for (let turn = 0; turn < 40; turn++) {
    for (let call = 0; call < 25; call++) notifier.notify()
    await sleep(5)
  }
  await notifier.close()
  const took = performance.now() - began
  expect(await countReceived()).toBeGreaterThan(2)
  // A timer may fire within the millisecond before.
  expect(received).toBeLessThanOrEqual(1 + took / 19)
})

test('a request while a notice is being sent sends one more', async () => {
  const notifier = openDispatcherNotifier(db.database)
  for (let call = 0; call < 25; call++) notifier.notify()
  await eventually(() => expect(received).toBe(2))
  await notifier.close()
  expect(await countReceived()).toBe(2)
})
