import { customerId } from '@guildhall/contract/customers/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'
import { newFreeSubscription, newRecurringProduct } from '../../../../test/subscriptions.ts'
import { assert } from '../../../kernel/assert.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { organizationsOf } from '../../../platform/database/of-organization.ts'
import { dispatchBatch } from '../../../platform/outbox/dispatch.ts'
import { summarizeWithRetries } from '../../../platform/outbox/summarize.ts'
import { customersOf } from '../../customers/store/customers.ts'
import { customerStateSummary, showCustomerStates } from '../actions/show-customer-state.ts'

const db = testDatabase()
// Without a worker: the test dispatches, and counts.
const server = testServer(db, { GUILDHALL_ROLES: 'web' })
let counter: StatementCounter
let database: Database
let sellers: BillingCalls[]

const scopes = ['customers:write', 'products:write', 'subscriptions:write'] as const

beforeAll(async () => {
  counter = await countStatements(db.url)
  database = await openDatabase({ url: counter.url }, { warn: () => undefined })
  const newSeller = async () =>
    newBackend(server.current, await createOrganization(server.current), scopes)
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
  const summarize = summarizeWithRetries(customerStateSummary, database, log)
  const { transact } = database
  const moved = await dispatchBatch({ transact, summarize }, () => [], 'wait')
  return { moved, statements: counter.count() - before }
}

async function forEachSeller(count: number, make: (seller: BillingCalls) => Promise<unknown>) {
  for (let at = 0; at < count; at++) {
    for (const seller of sellers) await make(seller)
  }
}

async function stateEvents(): Promise<number> {
  const { rows } = await db.database.pool.query<{ count: number }>(
    "select count(*)::int as count from event_log where name = 'customer.state_changed'",
  )
  return rows[0]?.count ?? 0
}

test('the states of many customers take the same statements as that of one', async () => {
  await forEachSeller(1, newCustomer)
  // Lock, read, savepoint, states, move; between begin and commit.
  expect(await dispatch()).toEqual({ moved: 2, statements: 7 })
  await forEachSeller(30, newCustomer)
  expect(await dispatch()).toEqual({ moved: 60, statements: 7 })
  expect(await stateEvents()).toBe(62)
})

test('subscriptions and their usage take no further statement', async () => {
  const before = await stateEvents()
  await forEachSeller(1, newFreeSubscription)
  expect(await dispatch()).toMatchObject({ statements: 7 })
  await forEachSeller(8, newFreeSubscription)
  expect(await dispatch()).toMatchObject({ statements: 7 })
  // Each made a customer first.
  expect(await stateEvents()).toBe(before + 36)
})

test('a batch that changes no customer’s state reads none', async () => {
  await forEachSeller(1, (seller) => newRecurringProduct(seller, 0))
  expect(await dispatch()).toMatchObject({ statements: 5 })
})

test('a customer’s state is read by one statement', async () => {
  const [seller] = sellers
  assert(seller !== undefined, 'the sellers were made')
  const { customer_id } = await newFreeSubscription(seller)
  const customersHere = database.kysely.selectFrom('customer').select(['organizationId', 'id'])
  const keys = await customersHere.where('id', '=', z.parse(customerId, customer_id)).execute()
  const before = counter.count()
  const [state] = await showCustomerStates(
    customersOf(database.kysely, keys),
    organizationsOf(keys),
  )
  expect(counter.count() - before).toBe(1)
  expect(state).toMatchObject({ id: customer_id, activeSubscriptions: [{ status: 'active' }] })
})
