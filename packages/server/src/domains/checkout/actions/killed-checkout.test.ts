import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MadeCheckout, newCheckout, tallyOf } from '../../../../test/checkouts.ts'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { resumeLeft, testPaymentParts } from '../../../../test/payments.ts'
import { newProduct } from '../../../../test/products.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { startTestServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { checkoutReactions, checkoutTasks } from '../../../app/checkout.ts'
import { paymentReactions, paymentTasks } from '../../../app/payments.ts'
import { assert } from '../../../kernel/assert.ts'
import { dispatchBatch } from '../../../platform/outbox/dispatch.ts'
import { jobsOf } from '../../../platform/outbox/reactions.ts'
import { runDueJobs } from '../../../platform/queue.ts'

const db = testDatabase()
let acme: Founded
const checkouts: MadeCheckout[] = []

/** The server that opened the checkouts is gone before they are paid: nobody helps. */
beforeAll(async () => {
  const server = await startTestServer(db)
  acme = await found(server)
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

/** Pays in a process of its own, which is killed there. */
async function killedAt(place: string, token: string): Promise<MadeCheckout> {
  const checkout = checkouts.pop()
  assert(checkout !== undefined, 'there is a checkout for each death')
  const buyer = runFixture('checkout-buyer.ts', db.url, acme.id, checkout.id, place, token)
  await buyer.printed(1)
  await buyer.end('SIGKILL')
  return checkout
}

/** Does all that follows from what has happened, also what is put off, and again. */
async function resume(): Promise<void> {
  const parts = testPaymentParts(db.database)
  const reactions = [...paymentReactions, ...checkoutReactions]
  const tasks = { ...paymentTasks(parts), ...checkoutTasks(parts) }
  const log = pino({ level: 'silent' })
  const moveEvents = () => dispatchBatch(db.database, (event) => jobsOf(reactions, event), 'wait')
  await resumeLeft(db.ownerUrl, parts)
  while ((await moveEvents()) !== 0) {
    await runOn(db.ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
    await runDueJobs({ database: db.database, tasks, log })
  }
}

/** How it stands, with its slot of the discount and the order that its payment belongs to. */
async function standing({ id }: MadeCheckout) {
  const { rows } = await db.database.pool.query<{
    status: string
    redeemed: number
    linked: number
    paid_orders: number
  }>(
    `select c.status,
            (select count(*)::int from discount_redemption r where r.checkout_id = c.id) as redeemed,
            (select count(order_id)::int from discount_redemption r
              where r.checkout_id = c.id) as linked,
            (select count(*)::int from orders o join payment p on p.order_id = o.id
              where o.checkout_id = c.id and p.checkout_id = c.id and o.status = 'paid'
                and p.status = 'succeeded' and p.amount = o.total_amount) as paid_orders
       from checkout c where c.id = $1`,
    [id],
  )
  return { ...rows[0], ...(await tallyOf(db, { id })) }
}

/** Mails about what was bought, and what was bought. */
async function toldAndOrdered() {
  const { rows } = await db.database.pool.query<{ told: number; ordered: number }>(
    `select (select count(*)::int from mail where subject like 'Your order%') as told,
            (select count(*)::int from orders) as ordered`,
  )
  assert(rows[0] !== undefined, 'what is counted has a count')
  return rows[0]
}

const open = { status: 'open', redeemed: 0, linked: 0, paid_orders: 0, charged: 0, orders: 0 }
const sold = { status: 'succeeded', redeemed: 1, linked: 1, paid_orders: 1, charged: 1, orders: 1 }

describe('a buyer with a good card, whose server is killed', () => {
  it.each([
    // before anything was committed
    ['confirming', { ...open, payments: 0 }],
    // before the processor was asked, and before anybody heard its answer
    ['asking', { ...sold, payments: 1 }],
    ['answered', { ...sold, payments: 1 }],
    // paid, and no order yet
    ['noted', { ...sold, payments: 1 }],
    // inside of the transaction that makes the order, and after it
    ['finishing', { ...sold, payments: 1 }],
    ['finished', { ...sold, payments: 1 }],
  ])('when %s, pays once or not at all', async (place, expected) => {
    const checkout = await killedAt(place, 'tok_sandbox_ok')
    await resume()
    await resume()
    expect(await standing(checkout)).toEqual(expected)
    const { told, ordered } = await toldAndOrdered()
    expect(told).toBe(ordered)
  })
})

it('a checkout whose card was declined is open again, whoever died over it', async () => {
  const checkout = await killedAt('noted', 'tok_sandbox_declined')
  expect(await standing(checkout)).toMatchObject({ status: 'confirmed', redeemed: 1 })
  await resume()
  expect(await standing(checkout)).toEqual({ ...open, payments: 1 })
})
