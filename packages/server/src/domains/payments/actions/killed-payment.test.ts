import { id } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { doJobs, newBuyer, testPaymentParts } from '../../../../test/payments.ts'
import { type StripeStandIn, startStripe } from '../../../../test/stripe/stand-in.ts'
import { findPayment } from '../store/payments.ts'

const db = testDatabase()
let stripe: StripeStandIn

beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.stop())

/** Pays in a process of its own, which is killed there. */
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
  // after the note of the wish, before the processor was asked
  ['begun', 'pending', 0],
  ['asking', 'pending', 0],
  // charged, and nobody heard it
  ['answered', 'pending', 1],
  ['noted', 'succeeded', 1],
])('killed when %s, a payment is resumed and charged once', async (place, status, before) => {
  const { find, charges } = await killedAt(place)
  expect(await find()).toMatchObject({ status })
  expect(await charges()).toHaveLength(before)
  const parts = testPaymentParts(db.database)
  await doJobs(db.ownerUrl, parts)
  await doJobs(db.ownerUrl, parts)
  expect(await find()).toMatchObject({ status: 'succeeded' })
  expect(await charges()).toMatchObject([{ status: 'succeeded', amount: 1190 }])
})

it.each(['begun', 'asking', 'answered', 'noted'])(
  'killed when %s, a payment by Stripe is resumed and charged once',
  async (place) => {
    const before = stripe.books.intents.size
    const { find } = await killedAt(place, stripe.env)
    const parts = testPaymentParts(db.database, { env: stripe.env })
    await doJobs(db.ownerUrl, parts)
    await doJobs(db.ownerUrl, parts)
    const payment = await find()
    expect(payment).toMatchObject({ status: 'succeeded', processor: 'stripe' })
    expect(stripe.books.intents.size).toBe(before + 1)
    expect(stripe.books.intents.get(payment?.processorId ?? '')).toMatchObject({
      status: 'succeeded',
    })
    expect(stripe.faults).toEqual([])
  },
)
