import type { Polar } from '@polar-sh/sdk'
import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { replicatedDatabase } from '../../../server/test/replicated.ts'
import { testServer } from '../../../server/test/server.ts'
import { onConnection } from '../../../server/test/sql.ts'
import { asAnonymous, asBackend, newSeller, newToken } from '../billing/seller.ts'

const db = replicatedDatabase({ isSynchronous: true })
const server = testServer(db, db.failoverSettings())

let polar: Polar
let productId: string
beforeAll(async () => {
  const seller = await newSeller(server.current, 'failing-over')
  const scopes = ['products:write', 'checkouts:write', 'orders:read']
  polar = asBackend(server.current, (await newToken(seller, scopes)).token)
  const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }]
  productId = (await polar.products.create({ name: 'Book', prices, recurringInterval: null })).id
})

/** Returns the checkout, once the payment of its buyer was acknowledged. */
async function buy(): Promise<string> {
  const { id, clientSecret } = await polar.checkouts.create({ products: [productId] })
  const { status } = await asAnonymous(server.current).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Bea',
      customerEmail: `${crypto.randomUUID()}@customer.test`,
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  expect(['confirmed', 'succeeded']).toContain(status)
  return id
}

it('no acknowledged purchase is lost when the primary is killed and a synchronous replica promoted', async () => {
  const bought: string[] = []
  const refused: string[] = []
  let isOver = false
  const buyer = async () => {
    while (!isOver) {
      await buy().then(
        (id) => bought.push(id),
        (error: unknown) => refused.push(String(error)),
      )
    }
  }
  const buyers = [buyer(), buyer(), buyer()]
  const someMore = async () => {
    const before = bought.length
    await eventually(() => expect(bought.length).toBeGreaterThan(before + 10))
  }
  await someMore()
  await db.primary.kill()
  await onConnection(db.replica.superuserUrl, (client) => client.query('select pg_promote()'))
  await someMore()
  isOver = true
  await Promise.all(buyers)

  expect((await fetch(`${server.current.url}/readyz`)).status).toBe(200)
  await eventually(async () => {
    for (const id of bought) expect((await polar.checkouts.get({ id })).status).toBe('succeeded')
  })
  const orders = await onConnection(db.replica.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string; count: number }>(
      'select checkout_id as id, count(*)::int as count from orders group by checkout_id',
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
  expect(bought.filter((id) => orders.get(id) !== 1)).toEqual([])
  expect([...orders.values()].filter((count) => count !== 1)).toEqual([])
}, 120_000)
