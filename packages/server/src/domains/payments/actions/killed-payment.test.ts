import { id } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newBuyer, runPaymentJobs, testPaymentDeps } from '../../../../test/payments.ts'
import { type StripeStandIn, startStripe } from '../../../../test/stripe/stand-in.ts'
import { findPayment } from '../store/payments.ts'

const db = testDatabase()
let stripe: StripeStandIn

beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.stop())

/** Pays in a separate process, which is killed at this place. */
async function killedAt(place: string, env: Readonly<Record<string, string>> = {}) {
  const buyer = await newBuyer(db.database)
  const { organizationId, customerId } = buyer
  const settings = JSON.stringify(env)
  const payer = runFixture('payer.ts', db.url, organizationId, customerId, place, settings)
  await payer.printed(2)
  await payer.end('SIGKILL')
  const paymentId = z.parse(id('payment'), payer.lines[0])
  const find = () => findPayment(db.database.kysely, { organizationId, paymentId })
  const charges = () =>
    db.database.kysely
      .selectFrom('sandboxIntent')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .execute()
  return { find, charges }
}

it.each([
  // The payment is stored, the processor not called.
  ['created', 'pending', 0],
  ['asking', 'pending', 0],
  // The card is charged, the answer not recorded.
  ['answered', 'pending', 1],
  ['recorded', 'succeeded', 1],
])(
  'a payment whose process is killed at %s is resumed and charged once',
  async (place, status, before) => {
    const { find, charges } = await killedAt(place)
    expect(await find()).toMatchObject({ status })
    expect(await charges()).toHaveLength(before)
    const deps = testPaymentDeps(db.database)
    await runPaymentJobs(db.ownerUrl, deps)
    await runPaymentJobs(db.ownerUrl, deps)
    expect(await find()).toMatchObject({ status: 'succeeded' })
    expect(await charges()).toMatchObject([{ status: 'succeeded', amount: 1190 }])
  },
)

it.each(['created', 'asking', 'answered', 'recorded'])(
  'a payment by Stripe whose process is killed at %s is resumed and charged once',
  async (place) => {
    const before = stripe.books.intents.size
    const { find } = await killedAt(place, stripe.env)
    const deps = testPaymentDeps(db.database, { env: stripe.env })
    await runPaymentJobs(db.ownerUrl, deps)
    await runPaymentJobs(db.ownerUrl, deps)
    const payment = await find()
    expect(payment).toMatchObject({ status: 'succeeded', processor: 'stripe' })
    expect(stripe.books.intents.size).toBe(before + 1)
    expect(stripe.books.intents.get(payment?.processorId ?? '')).toMatchObject({
      status: 'succeeded',
    })
    expect(stripe.faults).toEqual([])
  },
)
