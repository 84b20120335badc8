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
import { found } from '../../../../test/founding.ts'
import { newProduct } from '../../../../test/products.ts'
import {
  type BillingCalls,
  newAccessToken,
  withNothing,
  withToken,
} from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let seller: BillingCalls
let buyer: BillingCalls

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose own statements would come in between.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  const { token } = await newAccessToken(server, await found(server), [
    'checkouts:write',
    'products:write',
  ])
  seller = withToken(server, token)
  buyer = withNothing(server)
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

type Step = (checkout: MadeCheckout) => Promise<{ readonly status: number }>

const quietMilliseconds = 50

/** Until what came before has been told to the dispatcher. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== counter.count(); ) {
    before = counter.count()
    await sleep(quietMilliseconds)
  }
}

/** The fewest of some tries: a connection may be opened meanwhile. */
async function statementsOf(open: () => Promise<MadeCheckout>, step: Step): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const checkout = await open()
    await quiet()
    const before = counter.count()
    expect((await step(checkout)).status).toBeLessThan(300)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

const steps: readonly (readonly [string, Step, number])[] = [
  ['create', async () => seller.post('/checkouts/', { products: offered }), 11],
  ['read', async (checkout) => buyer.get(pathOf(checkout)), 6],
  [
    'update',
    async (checkout) =>
      buyer.patch(pathOf(checkout), { customer_billing_address: { country: 'DE' } }),
    12,
  ],
  ['confirm', async (checkout) => confirm(buyer, checkout, goodBuyer()), 33],
]

let offered: string[] = []

test('a purchase takes as many statements of twenty products as of one', async () => {
  const one = [await newProduct(seller)]
  const twenty = await Promise.all(Array.from({ length: 20 }, () => newProduct(seller)))
  for (const [name, step, most] of steps) {
    offered = one.map(({ id }) => id)
    const ofOne = await statementsOf(() => newCheckout(seller, one), step)
    offered = twenty.map(({ id }) => id)
    const ofTwenty = await statementsOf(() => newCheckout(seller, twenty), step)
    expect([name, ofTwenty]).toEqual([name, ofOne])
    expect([name, ofOne <= most ? 'few' : ofOne]).toEqual([name, 'few'])
  }
})
