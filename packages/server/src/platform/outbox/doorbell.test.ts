import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { doorbellChannel, openDoorbell } from './doorbell.ts'

const db = testDatabase()

test('however often it is pressed, it rings at most every 20 milliseconds, and once more at the end', async () => {
  const listener = new pg.Client(db.url)
  await listener.connect()
  await listener.query(`listen ${doorbellChannel}`)
  let heard = 0
  listener.on('notification', () => (heard += 1))

  const bell = openDoorbell(db.database)
  const began = performance.now()
  for (let turn = 0; turn < 40; turn++) {
    for (let press = 0; press < 25; press++) bell.ring()
    await sleep(5)
  }
  await sleep(100)
  expect(heard).toBeGreaterThan(2)
  expect(heard).toBeLessThanOrEqual(1 + (performance.now() - began) / 20)

  const before = heard
  bell.ring()
  await expect.poll(() => heard).toBe(before + 1)
  await bell.close()
  await listener.end()
})
