import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  confirm,
  goodBuyer,
  type MadeCheckout,
  newCheckout,
  pathOf,
} from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, newBackend, withNothing } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let seller: BillingCalls
let buyer: BillingCalls

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, because its statements would be counted.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  seller = await newBackend(server, await createOrganization(server), [
    'checkouts:write',
    'products:write',
  ])
  buyer = withNothing(server)
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

type Step = (checkout: MadeCheckout) => Promise<{ readonly status: number }>

const quietMilliseconds = 50

/** Waits until the dispatcher has handled earlier events. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== counter.count(); ) {
    before = counter.count()
    await sleep(quietMilliseconds)
  }
}

interface Effort {
  readonly statements: number
  /** How often the database was woken. */
  readonly writes: number
}

/** The minimum of some tries, because a connection may be opened meanwhile. */
async function effortOf(open: () => Promise<MadeCheckout>, step: Step): Promise<Effort> {
  const efforts: Effort[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const checkout = await open()
    await quiet()
    const [statements, writes] = [counter.count(), counter.writes()]
    expect((await step(checkout)).status).toBeLessThan(300)
    efforts.push({
      statements: counter.count() - statements,
      writes: counter.writes() - writes,
    })
  }
  return {
    statements: Math.min(...efforts.map(({ statements }) => statements)),
    writes: Math.min(...efforts.map(({ writes }) => writes)),
  }
}

const steps: readonly (readonly [string, Step, Effort])[] = [
  [
    'create',
    async () => seller.post('/checkouts/', { products: offered }),
    { statements: 10, writes: 5 },
  ],
  ['read', async (checkout) => buyer.get(pathOf(checkout)), { statements: 4, writes: 2 }],
  [
    'update',
    async (checkout) =>
      buyer.patch(pathOf(checkout), { customer_billing_address: { country: 'DE' } }),
    { statements: 9, writes: 4 },
  ],
  [
    'confirm',
    async (checkout) => confirm(buyer, checkout, goodBuyer()),
    { statements: 30, writes: 11 },
  ],
]

let offered: string[] = []

test('a purchase takes as many statements with twenty products as with one, and few writes', async () => {
  const one = [await newProduct(seller)]
  const twenty = await Promise.all(Array.from({ length: 20 }, () => newProduct(seller)))
  for (const [name, step, most] of steps) {
    offered = one.map(({ id }) => id)
    const ofOne = await effortOf(() => newCheckout(seller, one), step)
    offered = twenty.map(({ id }) => id)
    const ofTwenty = await effortOf(() => newCheckout(seller, twenty), step)
    expect([name, ofTwenty.statements]).toEqual([name, ofOne.statements])
    expect([name, ofOne.statements <= most.statements, ofOne]).toEqual([name, true, ofOne])
    expect([name, ofOne.writes <= most.writes, ofOne]).toEqual([name, true, ofOne])
  }
})
