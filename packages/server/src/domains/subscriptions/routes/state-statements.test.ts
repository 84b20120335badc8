import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { found } from '../../../../test/founding.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'
import { newFreeSubscription, newPlan } from '../../../../test/subscriptions.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { dispatchBatch } from '../../../platform/outbox/dispatch.ts'
import { summarizeCarefully } from '../../../platform/outbox/summarize.ts'
import { customerStateSummary } from '../actions/customer-state-summary.ts'

const db = testDatabase()
// Without a worker: the test dispatches by itself, and counts.
const server = testServer(db, { GUILDHALL_ROLES: 'web' })
let counter: StatementCounter
let database: Database
let sellers: BillingCalls[]

const scopes = ['customers:write', 'products:write', 'subscriptions:write'] as const

beforeAll(async () => {
  counter = await countStatements(db.url)
  database = await openDatabase({ url: counter.url }, { warn: () => undefined })
  const newSeller = async () => newBackend(server.current, await found(server.current), scopes)
  sellers = [await newSeller(), await newSeller()]
  await dispatch()
})

afterAll(async () => {
  await database?.close()
  await counter?.stop()
})

async function dispatch() {
  const before = counter.count()
  const log = { error: () => undefined }
  const summarize = summarizeCarefully(customerStateSummary, log)
  const { transact } = database
  const moved = await dispatchBatch({ transact, summarize }, () => [], 'wait')
  return { moved, statements: counter.count() - before }
}

async function some(count: number, make: (seller: BillingCalls) => Promise<unknown>) {
  for (let at = 0; at < count; at++) {
    for (const seller of sellers) await make(seller)
  }
}

async function told(): Promise<number> {
  const { rows } = await db.database.pool.query<{ told: number }>(
    "select count(*)::int as told from event_log where name = 'customer.state_changed'",
  )
  return rows[0]?.told ?? 0
}

test('the states of many, of several organizations, are read as that of one', async () => {
  await some(1, newCustomer)
  // Turn, look, savepoint, customers, subscriptions, move; between begin and commit.
  expect(await dispatch()).toEqual({ moved: 2, statements: 8 })
  await some(30, newCustomer)
  expect(await dispatch()).toEqual({ moved: 60, statements: 8 })
  expect(await told()).toBe(62)
})

test('what subscriptions used is one statement more, however many there are', async () => {
  const before = await told()
  await some(1, newFreeSubscription)
  expect(await dispatch()).toMatchObject({ statements: 9 })
  await some(8, newFreeSubscription)
  expect(await dispatch()).toMatchObject({ statements: 9 })
  // Each made a customer first.
  expect(await told()).toBe(before + 36)
})

test('a batch that changes nobody’s state reads none', async () => {
  await some(1, (seller) => newPlan(seller, 0))
  expect(await dispatch()).toMatchObject({ statements: 5 })
})
