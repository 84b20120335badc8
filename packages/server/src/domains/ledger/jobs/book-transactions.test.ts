import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { runDelayedJobs } from '../../../../test/orders.ts'
import { failRefund, moveDisputed, usualPricing } from '../../../../test/stripe/balance.ts'
import { sellingAtStripe } from '../../../../test/stripe/selling.ts'

const db = testDatabase()
const site = sellingAtStripe(db)

beforeEach(() => {
  const { books } = site.stripe
  books.pricing = usualPricing
  books.isListing = true
})

/** Of 100.00: 2.90 and 0.30. */
const fee = 320

const refundAll = async ({ seller, orderId }: Awaited<ReturnType<typeof site.sell>>) => {
  const body = { order_id: orderId, reason: 'other', amount: 10_000 }
  expect(await seller.post('/refunds/', body)).toMatchObject({ status: 200 })
  await site.server.settle()
  const refund = [...site.stripe.books.refunds.values()].at(-1)
  return { ...refund, id: refund?.id ?? '' }
}

describe('the fee of a charge', () => {
  it('is booked when the payment has succeeded', async () => {
    const sold = await site.sell()
    expect(await site.figures(sold)).toEqual([10_000 - fee, fee, ['fee', 'payment']])
  })

  it('is booked once, however often and late Stripe reports the payment', async () => {
    const sold = await site.sell()
    const call = () => site.tell(site.stripe.call('payment_intent.succeeded', sold.intent))
    await Promise.all([call(), call(), call()])
    expect(await site.figures(sold)).toEqual([10_000 - fee, fee, ['fee', 'payment']])
  })

  it('is booked later where Stripe hasn’t listed it yet', async () => {
    site.stripe.books.isListing = false
    const sold = await site.sell()
    expect(await site.figures(sold)).toEqual([10_000, 0, ['payment']])
    site.stripe.books.isListing = true
    await runDelayedJobs(db)
    await site.server.settle()
    expect(await site.figures(sold)).toEqual([10_000 - fee, fee, ['fee', 'payment']])
  })

  it('is converted where Stripe settles in another currency, which is kept', async () => {
    site.stripe.books.pricing = { ...usualPricing, settlement: { currency: 'gbp', rate: 0.8 } }
    const sold = await site.sell()
    // 8,000 pence, of which 2.9 % and 30 are 262; at the same rate 328 cents.
    expect(await site.figures(sold)).toEqual([10_000 - 328, 328, ['fee', 'payment']])
    const { rows } = await db.database.pool.query(
      `select amount::int, fee_amount::int, currency, exchange_rate, booked_fee_amount::int
         from balance_transaction where payment_id = $1`,
      [sold.paymentId],
    )
    expect(rows).toEqual([
      {
        amount: 8_000,
        fee_amount: 262,
        currency: 'gbp',
        exchange_rate: '0.8',
        booked_fee_amount: 328,
      },
    ])
  })
})

describe('a refund', () => {
  it('keeps the fee of the charge where Stripe does', async () => {
    const sold = await site.sell()
    const refund = await refundAll(sold)
    await site.tell(site.stripe.call('refund.created', refund))
    expect(await site.figures(sold)).toEqual([-fee, fee, ['refund', 'fee', 'payment']])
  })

  it('returns what Stripe returns, once', async () => {
    site.stripe.books.pricing = { ...usualPricing, returnsFees: true }
    const sold = await site.sell()
    const refund = await refundAll(sold)
    for (const type of ['refund.created', 'refund.updated', 'refund.updated']) {
      await site.tell(site.stripe.call(type, refund))
    }
    expect(await site.figures(sold)).toEqual([-30, 30, ['fee', 'refund', 'fee', 'payment']])
  })

  it('that failed later has two transactions', async () => {
    const sold = await site.sell()
    const refund = await refundAll(sold)
    await site.tell(site.stripe.call('refund.failed', failRefund(site.stripe.books, refund.id)))
    const { rows } = await db.database.pool.query(
      `select category, payment_amount::int as amount from balance_transaction
        where payment_id = $1 order by created_at, category`,
      [sold.paymentId],
    )
    expect(rows).toEqual([
      { category: 'charge', amount: 10_000 },
      { category: 'refund', amount: -10_000 },
      { category: 'refund_failure', amount: 10_000 },
    ])
    expect((await site.figures(sold))[0]).toBe(10_000 - fee)
  })
})

describe('the fee of a dispute', () => {
  const open = async (sold: Awaited<ReturnType<typeof site.sell>>) => {
    const dispute = site.stripe.dispute(sold.intent.id, { status: 'needs_response' })
    await site.tell(site.stripe.call('charge.dispute.created', dispute))
    return dispute
  }

  const end = async (id: string, status: 'won' | 'lost') => {
    const { disputes } = site.stripe.books
    const ended = { ...disputes.get(id), id, status }
    disputes.set(id, ended)
    await site.tell(site.stripe.call('charge.dispute.closed', ended))
  }

  it('is booked when the money is withdrawn, and stays when the dispute is lost', async () => {
    const sold = await site.sell()
    const { id } = await open(sold)
    expect((await site.figures(sold)).slice(0, 2)).toEqual([-fee - 1_500, fee + 1_500])
    await end(id, 'lost')
    const types = ['dispute_lost', 'dispute_fee', 'dispute', 'fee', 'payment']
    const [available, fees, listed] = await site.figures(sold)
    expect([available, fees]).toEqual([-fee - 1_500, fee + 1_500])
    expect(new Set(types)).toEqual(new Set(Object.values(Object(listed))))
  })

  it('is returned where Stripe returns it with the money of a won dispute', async () => {
    const sold = await site.sell()
    const { id } = await open(sold)
    moveDisputed(site.stripe.books, id, 'reinstated', -1_500)
    await end(id, 'won')
    expect((await site.figures(sold)).slice(0, 2)).toEqual([10_000 - fee, fee])
  })

  it('does not exist while it is an inquiry', async () => {
    const sold = await site.sell()
    const inquiry = site.stripe.dispute(sold.intent.id, { status: 'warning_needs_response' })
    await site.tell(site.stripe.call('charge.dispute.created', inquiry))
    expect(await site.figures(sold)).toEqual([10_000 - fee, fee, ['fee', 'payment']])
  })
})
