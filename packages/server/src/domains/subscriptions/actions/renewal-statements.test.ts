import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import { clockAt, newShop, newSubscribedCustomer, runSchedule } from '../../../../test/renewals.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'

const db = testDatabase()
let counter: StatementCounter
let counted: Database

beforeAll(async () => {
  counter = await countStatements(db.url)
  counted = await openDatabase({ url: counter.url }, pino({ level: 'silent' }))
})

afterAll(async () => {
  await counted?.close()
  await counter?.stop()
})

const statementsMax = 71

it('any number of renewals takes the same statements as one', async () => {
  const clock = clockAt('2031-01-15T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const watched = testPaymentDeps(counted, { clock })
  const shop = await newShop(db.database)
  await newSubscribedCustomer(deps, shop)
  const renewAt = async (instant: string) => {
    clock.set(instant)
    const before = counter.count()
    await runSchedule(watched)
    return counter.count() - before
  }
  // Opens the connections.
  await renewAt('2031-02-15T00:00:00Z')
  const ofOne = await renewAt('2031-03-15T00:00:00Z')
  clock.set('2031-03-15T00:00:00Z')
  for (let made = 0; made < 19; made += 1) await newSubscribedCustomer(deps, shop)
  const ofTwenty = await renewAt('2031-04-15T00:00:00Z')
  expect(ofTwenty).toBe(ofOne)
  expect(ofOne).toBeLessThanOrEqual(statementsMax)
})
