import type { Polar } from '@polar-sh/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assert } from '../../../server/src/kernel/assert.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { hasPgBouncer } from '../../../server/test/pgbouncer.ts'
import { pooledDatabase } from '../../../server/test/pooled-database.ts'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { runOn } from '../../../server/test/sql.ts'
import { asAnonymous, asBackend, newSeller, newToken } from '../billing/seller.ts'
import { environment, ourSubject } from '../races/ours.ts'
import { runScenario } from '../races/rounds.ts'
import { scenarios } from '../races/scenarios.ts'
import type { Subject } from '../races/subject.ts'

const attempts = 20

describe.skipIf(!hasPgBouncer)('through PgBouncer in transaction mode', () => {
  const db = pooledDatabase(4)
  let server: TestServer
  let subject: Subject
  beforeAll(async () => {
    server = await startTestServer(db, environment)
    const [secret] = server.config.server.secrets ?? []
    assert(secret !== undefined, 'a test server has a secret')
    const { port, url: publicUrl } = server
    subject = await ourSubject({ port, secret, publicUrl, ownerUrl: db.ownerUrl })
  })
  afterAll(() => server?.stop())

  it.each(scenarios)('under racing requests: $invariant', async (scenario) => {
    const outcome = await runScenario(subject, scenario, attempts)
    expect(outcome).toMatchObject({ violations: 0, faults: 0, examples: [] })
  })
})

describe.skipIf(!hasPgBouncer)('purchases through PgBouncer', () => {
  // While a transaction has the only session, it must not need another one.
  const db = pooledDatabase(1)
  let server: TestServer
  let polar: Polar
  let productId: string
  beforeAll(async () => {
    server = await startTestServer(db)
    const seller = await newSeller(server, 'pooled')
    const scopes = ['products:write', 'checkouts:write', 'orders:read']
    polar = asBackend(server, (await newToken(seller, scopes)).token)
    const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }]
    productId = (await polar.products.create({ name: 'Book', prices, recurringInterval: null })).id
  })
  afterAll(() => server?.stop())

  /** Returns the checkout, once the payment of its buyer was acknowledged. */
  async function buy(): Promise<string> {
    const { id, clientSecret } = await polar.checkouts.create({ products: [productId] })
    await asAnonymous(server).checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerName: 'Bea',
        customerEmail: `${crypto.randomUUID()}@customer.test`,
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'tok_sandbox_ok',
      },
    })
    return id
  }

  it('have one order each, though it is killed in between', async () => {
    const bought: string[] = []
    let isOver = false
    const buyer = async () => {
      while (!isOver) {
        await buy().then(
          (id) => bought.push(id),
          () => undefined,
        )
      }
    }
    const buyers = [buyer(), buyer(), buyer()]
    const someMore = async () => {
      const before = bought.length
      await eventually(() => expect(bought.length).toBeGreaterThan(before + 5))
    }
    await someMore()
    await db.pooler.kill()
    await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503))
    await db.pooler.restart()
    await someMore()
    isOver = true
    await Promise.all(buyers)
    await server.settle()
    const orders = await runOn<{ id: string; count: number }>(
      db.ownerUrl,
      'select checkout_id as id, count(*)::int as count from orders group by checkout_id',
    )
    expect(orders.filter(({ count }) => count !== 1)).toEqual([])
    const withOrder = new Set(orders.map(({ id }) => id))
    expect(bought.filter((id) => !withOrder.has(id))).toEqual([])
  })
})
