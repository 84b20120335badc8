// Buyers, in a separate process: each opens a checkout, enters their details, and pays.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { percentile } from '../figures.ts'
import { type Connection, openConnection } from './connection.ts'
import type { PurchaseJob, PurchaseReport } from './purchase-job.ts'

process.on('message', (job: PurchaseJob) => {
  run(job).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

async function run(job: PurchaseJob): Promise<PurchaseReport> {
  const updates: number[] = []
  const endsAt = performance.now() + job.seconds * 1000
  let confirmed = 0
  async function keepBuying(index: number): Promise<void> {
    const connection = await openConnection(job.port)
    const { everyMilliseconds = 0, buyers } = job
    let dueAt = performance.now() + (everyMilliseconds * index) / buyers
    // Even in a very short turn each buyer buys once.
    do {
      if (dueAt > performance.now()) await sleep(dueAt - performance.now())
      updates.push(await buy(connection, job))
      confirmed += 1
      dueAt += everyMilliseconds
    } while (Math.max(dueAt, performance.now()) < endsAt)
    connection.close()
  }
  await Promise.all(Array.from({ length: job.buyers }, (_, index) => keepBuying(index)))
  return {
    confirmed,
    updateP50Milliseconds: percentile(updates, 0.5),
    updateP99Milliseconds: percentile(updates, 0.99),
  }
}

const Opened = z.object({ client_secret: z.string() })

/** Makes one purchase, and returns how long the buyer's update of the checkout took. */
async function buy(connection: Connection, { offers }: PurchaseJob): Promise<number> {
  const { token, productIds } = offers[Math.floor(Math.random() * offers.length)] ?? fail()
  const opened = await connection.request('POST', '/v1/checkouts/', { products: productIds }, token)
  const path = `/v1/checkouts/client/${z.parse(Opened, opened).client_secret}`
  const startedAt = performance.now()
  await connection.request('PATCH', path, {
    customer_email: `${randomUUID()}@example.com`,
    customer_name: 'Ann Example',
    customer_billing_address: { country: 'DE' },
  })
  const took = performance.now() - startedAt
  await connection.request('POST', `${path}/confirm`, { confirmation_token_id: 'tok_sandbox_ok' })
  return took
}

function fail(): never {
  throw new Error('there are no offers')
}
