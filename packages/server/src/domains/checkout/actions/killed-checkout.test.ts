import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MadeCheckout, newCheckout, tallyOf } from '../../../../test/checkouts.ts'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { resumeAbandoned, testPaymentDeps } from '../../../../test/payments.ts'
import { newProduct } from '../../../../test/products.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { startTestServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { assert } from '../../../kernel/assert.ts'
import { reactionsOf, tasksOf } from '../../../platform/jobs.ts'
import { dispatchBatch } from '../../../platform/outbox/dispatch.ts'
import { jobsOf } from '../../../platform/outbox/reactions.ts'
import { runDueJobs } from '../../../platform/queue.ts'
import { paymentsDomain } from '../../payments/manifest.ts'
import { finishPaidCheckout } from '../jobs/finish-checkout.ts'
import { reopenUnpaidCheckout } from '../jobs/reopen-checkout.ts'

const db = testDatabase()
let acme: OwnedOrganization
const checkouts: MadeCheckout[] = []

/** The server that created the checkouts is stopped, so that it cannot finish them. */
beforeAll(async () => {
  const server = await startTestServer(db)
  acme = await createOrganization(server)
  const seller = await newBackend(server, acme, [
    'checkouts:write',
    'products:write',
    'discounts:write',
  ])
  const product = await newProduct(seller)
  const { id: discount_id } = await newDiscount(seller, { max_redemptions: 50 })
  for (let made = 0; made < 7; made += 1) {
    checkouts.push(await newCheckout(seller, [product], { discount_id }))
  }
  await server.settle()
  await server.stop()
})

/** Pays in a process that is killed at this place. */
async function killedAt(place: string, token: string): Promise<MadeCheckout> {
  const checkout = checkouts.pop()
  assert(checkout !== undefined, 'there is a checkout for each test')
  const buyer = runFixture('checkout-buyer.ts', db.url, acme.id, checkout.id, place, token)
  await buyer.printed(1)
  await buyer.end('SIGKILL')
  return checkout
}

/** Runs all jobs that follow from the recorded events, delayed ones as well. */
async function resume(): Promise<void> {
  const deps = testPaymentDeps(db.database)
  const jobs = [...(paymentsDomain.jobs ?? []), finishPaidCheckout, reopenUnpaidCheckout]
  const reactions = reactionsOf(jobs)
  const tasks = tasksOf(jobs, deps)
  const log = pino({ level: 'silent' })
  const moveEvents = () => dispatchBatch(db.database, (event) => jobsOf(reactions, event), 'wait')
  await resumeAbandoned(db.ownerUrl, deps)
  while ((await moveEvents()) !== 0) {
    await runOn(db.ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
    await runDueJobs({ database: db.database, tasks, log })
  }
}

/** The status of a checkout with its redemption and the order of its payment. */
async function stateOf({ id }: MadeCheckout) {
  const { rows } = await db.database.pool.query<{
    status: string
    redeemed: number
    linked: number
    paid_orders: number
  }>(
    `select c.status,
            (select count(*)::int from discount_redemption
              where organization_id = $1 and checkout_id = $2) as redeemed,
            (select count(order_id)::int from discount_redemption
              where organization_id = $1 and checkout_id = $2) as linked,
            (select count(*)::int from orders o
               join payment p on p.organization_id = o.organization_id and p.order_id = o.id
              where o.organization_id = $1 and o.checkout_id = $2 and p.checkout_id = $2
                and o.status = 'paid' and p.status = 'succeeded'
                and p.amount = o.total_amount) as paid_orders
       from checkout c where c.organization_id = $1 and c.id = $2`,
    [acme.id, id],
  )
  return { ...rows[0], ...(await tallyOf(db, { id })) }
}

/** The number of order confirmations, and of orders. */
async function countMailsAndOrders() {
  const [mails, orders] = await Promise.all([
    runOn(db.url, "select from mail where subject like 'Your order%'"),
    runOn(db.url, 'select id from orders'),
  ])
  return { mails: mails.length, orders: orders.length }
}

const open = { status: 'open', redeemed: 0, linked: 0, paid_orders: 0, charged: 0, orders: 0 }
const sold = { status: 'succeeded', redeemed: 1, linked: 1, paid_orders: 1, charged: 1, orders: 1 }

describe('a buyer with a good card, whose server is killed', () => {
  it.each([
    // before anything was committed
    ['confirming', { ...open, payments: 0 }],
    // before the processor was called, and before its answer was recorded
    ['asking', { ...sold, payments: 1 }],
    ['answered', { ...sold, payments: 1 }],
    // paid, and no order yet
    ['noted', { ...sold, payments: 1 }],
    // in the transaction that creates the order, and after it
    ['finishing', { ...sold, payments: 1 }],
    ['finished', { ...sold, payments: 1 }],
  ])('at %s pays once or not at all', async (place, expected) => {
    const checkout = await killedAt(place, 'tok_sandbox_ok')
    await resume()
    await resume()
    expect(await stateOf(checkout)).toEqual(expected)
    const { mails, orders } = await countMailsAndOrders()
    expect(mails).toBe(orders)
  })
})

it('a checkout with a declined card is reopened after its server was killed', async () => {
  const checkout = await killedAt('noted', 'tok_sandbox_declined')
  expect(await stateOf(checkout)).toMatchObject({ status: 'confirmed', redeemed: 1 })
  await resume()
  expect(await stateOf(checkout)).toEqual({ ...open, payments: 1 })
})
