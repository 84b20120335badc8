// Buyers, in a process of their own: each opens a checkout, says who they are, and pays.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { percentile } from '../figures.ts'
import { type Line, openLine } from './line.ts'
import type { PurchaseOrder, PurchaseReport } from './order.ts'

process.on('message', (order: PurchaseOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

async function run(order: PurchaseOrder): Promise<PurchaseReport> {
  const updates: number[] = []
  const endsAt = performance.now() + order.seconds * 1000
  let confirmed = 0
  async function keepBuying(place: number): Promise<void> {
    const line = await openLine(order.port)
    const { everyMilliseconds = 0, buyers } = order
    let dueAt = performance.now() + (everyMilliseconds * place) / buyers
    // However short the turn, each buys once.
    do {
      if (dueAt > performance.now()) await sleep(dueAt - performance.now())
      updates.push(await buy(line, order))
      confirmed += 1
      dueAt += everyMilliseconds
    } while (Math.max(dueAt, performance.now()) < endsAt)
    line.close()
  }
  await Promise.all(Array.from({ length: order.buyers }, (_, place) => keepBuying(place)))
  return {
    confirmed,
    updateP50Milliseconds: percentile(updates, 0.5),
    updateP99Milliseconds: percentile(updates, 0.99),
  }
}

const Opened = z.object({ client_secret: z.string() })

/** One purchase; resolves with how long the buyer's change of the checkout took. */
async function buy(line: Line, { offers }: PurchaseOrder): Promise<number> {
  const { token, productIds } = offers[Math.floor(Math.random() * offers.length)] ?? fail()
  const opened = await line.ask('POST', '/v1/checkouts/', { products: productIds }, token)
  const path = `/v1/checkouts/client/${z.parse(Opened, opened).client_secret}`
  const startedAt = performance.now()
  await line.ask('PATCH', path, {
    customer_email: `${randomUUID()}@example.com`,
    customer_name: 'Ann Example',
    customer_billing_address: { country: 'DE' },
  })
  const took = performance.now() - startedAt
  await line.ask('POST', `${path}/confirm`, { confirmation_token_id: 'tok_sandbox_ok' })
  return took
}

function fail(): never {
  throw new Error('there is something to buy')
}
