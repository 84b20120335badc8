import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database.ts'
import { runOn } from '../../test/sql.ts'
import { usualPricing } from '../../test/stripe/balance.ts'
import { createRefund } from '../../test/stripe/books.ts'
import { sellingAtStripe } from '../../test/stripe/selling.ts'
import { assert } from '../kernel/assert.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { newId } from '../platform/ids.ts'
import { reconcile } from './reconcile.ts'

const db = testDatabase()
const site = sellingAtStripe(db)
const hourMilliseconds = 3_600_000

beforeEach(async () => {
  const { books } = site.stripe
  books.pricing = usualPricing
  books.isListing = true
  books.pageMax = 100
  site.stripe.behavior = 'healthy'
  // What earlier tests left is compared no more.
  books.transactions.length = 0
  await runOn(
    db.ownerUrl,
    `alter table balance_transaction disable trigger user;
     truncate balance_transaction;
     alter table balance_transaction enable trigger user;
     alter table journal_entry disable trigger user; alter table entry_line disable trigger user;
     truncate journal_entry, entry_line;
     alter table journal_entry enable trigger user; alter table entry_line enable trigger user`,
  )
})

interface Run {
  readonly isBooking?: boolean
  readonly isJson?: boolean
}

/** The exit code and what was printed. */
async function run({ isBooking = false, isJson = false }: Run = {}) {
  const config = readConfig({
    ...site.stripe.env,
    GUILDHALL_SECRET: 'a-secret-of-the-tests-long-enough-for-signing',
    DATABASE_URL: db.url,
  })
  assert(!('faults' in config), 'the settings are good')
  const now = systemClock.now().getTime()
  const [from, to] = [new Date(now - hourMilliseconds), new Date(now + hourMilliseconds)]
  const printed: string[] = []
  const errors: string[] = []
  const pauses: number[] = []
  const code = await reconcile(
    config,
    { from, to, isBooking, isJson },
    {
      print: (text) => printed.push(text),
      printError: (text) => errors.push(text),
      pause: async (milliseconds) => void pauses.push(milliseconds),
    },
  )
  return { code, differences: printed.slice(0, -1), last: printed.at(-1) ?? '', errors, pauses }
}

/** A purchase whose fee is never fetched by a job. */
async function sellUnbooked() {
  site.stripe.books.isListing = false
  const sold = await site.sell()
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs')
  site.stripe.books.isListing = true
  return sold
}

type Sold = Awaited<ReturnType<typeof site.sell>>

const chargeOf = ({ paymentId, organization }: Sold) =>
  `charge of payment ${paymentId} of ${organization.slug}`

/** Changes the last transaction at Stripe. */
function changeAtStripe(changes: object): string {
  const { transactions } = site.stripe.books
  const last = transactions.pop()
  assert(last !== undefined, 'Stripe has a transaction')
  transactions.push({ ...last, ...changes })
  return last.id
}

it('what agrees has no difference, over several pages', async () => {
  for (const _ of [1, 2, 3]) await site.sell()
  site.stripe.books.pageMax = 1
  const { code, differences, last } = await run()
  expect([code, differences]).toEqual([0, []])
  expect(last).toMatch(/^Compared 3 transactions .*: 0 differences, 0 booked, 0 of others$/)
  const lists = site.stripe.asked.filter(({ operation }) => operation.endsWith('transactions'))
  expect(lists.length).toBeGreaterThanOrEqual(3)
})

describe('every difference is named', () => {
  it('a transaction that is missing here, until it is booked', async () => {
    const sold = await sellUnbooked()
    const id = site.stripe.books.transactions.at(-1)?.id
    const text = `${chargeOf(sold)} (${id}): missing here: $100.00 at Stripe`
    expect(await run()).toMatchObject({ code: 1, differences: [text] })
    expect((await site.figures(sold))[1]).toBe(0)
    const booked = await run({ isBooking: true })
    expect(booked).toMatchObject({
      code: 0,
      differences: [],
      last: expect.stringMatching(/1 booked/),
    })
    expect((await site.figures(sold)).slice(0, 2)).toEqual([9_680, 320])
    expect(await run({ isBooking: true })).toMatchObject({
      code: 0,
      last: expect.stringMatching(/0 booked/),
    })
    expect((await site.figures(sold))[1]).toBe(320)
  })

  it('a transaction that is missing at Stripe', async () => {
    const sold = await site.sell()
    const gone = site.stripe.books.transactions.pop()
    expect(await run()).toMatchObject({
      code: 1,
      differences: [`${chargeOf(sold)} (${gone?.id}): missing at Stripe: $100.00 here`],
    })
  })

  it('a payment whose charge Stripe doesn’t have', async () => {
    const sold = await sellUnbooked()
    const { transactions, intents } = site.stripe.books
    transactions.pop()
    intents.delete(sold.intent.id)
    expect(await run({ isBooking: true })).toMatchObject({
      code: 1,
      differences: [`${chargeOf(sold)}: missing at Stripe: $100.00 here`],
    })
  })

  it('a charge of an earlier period that was never booked, which is not missing at Stripe', async () => {
    const sold = await sellUnbooked()
    const created = Math.floor((systemClock.now().getTime() - 2 * hourMilliseconds) / 1000)
    const id = changeAtStripe({ created })
    expect(await run()).toMatchObject({
      code: 1,
      differences: [`${chargeOf(sold)} (${id}): missing here: $100.00 at Stripe`],
    })
    expect(await run({ isBooking: true })).toMatchObject({ code: 0, differences: [] })
    expect((await site.figures(sold))[1]).toBe(320)
  })

  it('another amount', async () => {
    const sold = await site.sell()
    const id = changeAtStripe({ amount: 9_000 })
    expect(await run()).toMatchObject({
      code: 1,
      differences: [
        `${chargeOf(sold)} (${id}): the amount differs: $100.00 here, $90.00 at Stripe`,
      ],
    })
  })

  it('another fee', async () => {
    const sold = await site.sell()
    const id = changeAtStripe({ fee: 400 })
    expect(await run()).toMatchObject({
      code: 1,
      differences: [`${chargeOf(sold)} (${id}): the fee differs: $3.20 here, $4.00 at Stripe`],
    })
  })

  it('another currency', async () => {
    const sold = await site.sell()
    const id = changeAtStripe({ currency: 'eur' })
    expect(await run()).toMatchObject({
      code: 1,
      differences: [
        `${chargeOf(sold)} (${id}): the currency differs: $100.00 here, €100.00 at Stripe`,
      ],
    })
  })

  it('a refund that was made at Stripe and never reported, also after its transaction is booked', async () => {
    const sold = await site.sell()
    createRefund(site.stripe.books, { payment_intent: sold.intent.id, amount: '4000' })
    const refund = chargeOf(sold).replace('charge', 'refund')
    const id = site.stripe.books.transactions.at(-1)?.id
    expect(await run()).toMatchObject({
      code: 1,
      differences: [`${refund} (${id}): missing here: -$40.00 at Stripe`],
    })
    expect(await run({ isBooking: true })).toMatchObject({
      code: 1,
      differences: [`${refund}: missing here: -$40.00 at Stripe`],
    })
  })

  it('a payment of a database that was lost', async () => {
    const sold = await site.sell()
    const paymentId = newId('payment')
    const { charges, transactions } = site.stripe.books
    const lost = {
      ...charges.get(String(Object(site.stripe.books.intents.get(sold.intent.id)).latest_charge)),
      id: 'ch_lost',
      metadata: { organization_id: newId('organization'), payment_id: paymentId },
    }
    charges.set(lost.id, lost)
    transactions.push({ ...transactions.at(-1), id: 'txn_lost', source: lost.id })
    const text =
      `charge of payment ${paymentId} of an unknown organization (txn_lost): ` +
      'missing here: $100.00 at Stripe'
    expect(await run({ isBooking: true })).toMatchObject({ code: 1, differences: [text] })
  })
})

it('payouts and payments of others are counted, and are no differences', async () => {
  await site.sell()
  const { charges, transactions, intents } = site.stripe.books
  const foreign = { id: 'ch_foreign', object: 'charge', amount: 500, currency: 'usd', metadata: {} }
  charges.set(foreign.id, foreign)
  intents.set('pi_foreign', { id: 'pi_foreign', object: 'payment_intent', metadata: {} })
  const like = transactions.at(-1)
  transactions.push({ ...like, id: 'txn_foreign', source: foreign.id })
  transactions.push({ ...like, id: 'txn_payout', source: 'po_1', amount: -5_000 })
  expect(await run()).toMatchObject({
    code: 0,
    last: expect.stringMatching(/^Compared 1 transactions .* 2 of others$/),
  })
})

it('is printed as JSON, too', async () => {
  const sold = await sellUnbooked()
  const { code, last } = await run({ isJson: true })
  const printed = z.record(z.string(), z.unknown()).parse(JSON.parse(last))
  expect([code, printed]).toEqual([
    1,
    {
      from: expect.any(String),
      to: expect.any(String),
      transactionCount: 1,
      unrelatedCount: 0,
      bookedCount: 0,
      differences: [
        {
          kind: 'missing_here',
          about: 'charge',
          organizationId: sold.organization.id,
          organization: sold.organization.slug,
          paymentId: sold.paymentId,
          transactionId: expect.any(String),
          here: null,
          atStripe: { amount: 10_000, currency: 'usd' },
        },
      ],
    },
  ])
})

it('waits where Stripe was asked too often', async () => {
  await site.sell()
  site.stripe.books.tooMany = 2
  expect(await run()).toMatchObject({ code: 0, differences: [], pauses: [1_000, 2_000] })
})

it('says where to continue when Stripe stays unavailable', async () => {
  await site.sell()
  site.stripe.books.tooMany = 6
  const { code, errors, last } = await run()
  expect(code).toBe(2)
  expect(errors).toEqual([expect.stringMatching(/^Stripe is unavailable: .* --from 20/)])
  expect(last).toContain('Compared 0 transactions')
})
