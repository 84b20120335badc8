import { id as idOf } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { germanVat, newOrder, newStock, orderCalls } from '../../../../test/orders.ts'
import { testServer } from '../../../../test/server.ts'
import { type StandIn, startStandIn } from '../../../../test/stand-in.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import { work } from '../../../platform/work.ts'
import { noteTaxedSale } from '../actions/note-taxed-sale.ts'
import { tellRefund, tellSale } from '../actions/stripe/tell-stripe-tax.ts'
import { taxReactions, tellTaxedRefundTask } from './tell-tax.ts'

const db = testDatabase()
const server = testServer(db)

let stripe: StandIn
let shop: Founded
const organizationId = () => idOf('organization').parse(shop.id)

beforeAll(async () => {
  stripe = await startStandIn()
  shop = await found(server.current)
})
afterAll(() => stripe.stop())
beforeEach(() => stripe.says(200, { id: 'tax_1', object: 'tax.transaction' }))

function parts({ secretKey = 'sk_test_1' }: { secretKey?: string | null } = {}) {
  const { config } = server.current
  const keys = { secretKey, apiUrl: stripe.url }
  return {
    config: { ...config, stripe: { ...config.stripe, ...keys } },
    clock: systemClock,
    workshop: { database: db.database, clock: systemClock, wake: () => {} },
  }
}

/** An order that was just paid, whose tax Stripe calculated. */
async function sell(calculationId: string | null = 'taxcalc_1') {
  const sale = { organizationId: organizationId(), orderId: newId('order') }
  await work(parts().workshop, sale, (unit) => noteTaxedSale(unit, { ...sale, calculationId }))
  return sale
}

const asked = () =>
  stripe.asked.map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(body))])

const refundOf = (sale: Awaited<ReturnType<typeof sell>>) => ({
  ...sale,
  refundId: newId('refund'),
  total: minorUnits(595),
})

describe('of a paid sale', () => {
  it('Stripe is told once, however often', async () => {
    const sale = await sell()
    await tellSale(parts(), sale)
    await tellSale(parts(), sale)
    expect(asked()).toEqual([
      [
        '/v1/tax/transactions/create_from_calculation',
        {
          calculation: 'taxcalc_1',
          reference: sale.orderId,
          'metadata[organization_id]': shop.id,
        },
      ],
    ])
    expect(stripe.asked[0]?.headers['idempotency-key']).toBe(`tax-sale-${sale.orderId}`)
  })

  it('that was calculated here nobody is told', async () => {
    const sale = await sell(null)
    await tellSale(parts(), sale)
    await tellRefund(parts(), refundOf(sale))
    expect(stripe.asked).toEqual([])
  })

  it('nobody is told where Stripe is gone since', async () => {
    await tellSale(parts({ secretKey: null }), await sell())
    expect(stripe.asked).toEqual([])
  })

  it('Stripe is told later where it can’t listen', async () => {
    const sale = await sell()
    stripe.says(400, { error: { type: 'invalid_request_error', message: 'Not now' } })
    await expect(tellSale(parts(), sale)).rejects.toThrow('Not now')
    stripe.says(200, { id: 'tax_2' })
    await tellSale(parts(), sale)
    expect(stripe.asked).toHaveLength(1)
  })

  it.each([
    ['taxcalc_9', [{ order_id: expect.any(String), calculation_id: 'taxcalc_9' }]],
    [null, []],
  ])('there is news where it was calculated as %s', async (calculationId, news) => {
    const stock = await newStock(await orderCalls(server.current, shop))
    const tax = { ...germanVat, calculationId }
    const orderId = await newOrder(server.current, shop, stock, { tax })
    const events = (await eventsOf(server.current, shop)).filter(
      ({ name, objectId }) => name === 'tax_sale.noted' && objectId === orderId,
    )
    expect(events.map(({ payload }) => payload)).toEqual(news)
  })
})

describe('of a refund', () => {
  it('Stripe is told once, with its tax', async () => {
    const sale = await sell()
    await tellSale(parts(), sale)
    stripe.says(200, { id: 'tax_2' })
    const refund = refundOf(sale)
    await tellRefund(parts(), refund)
    await tellRefund(parts(), refund)
    expect(asked()).toEqual([
      [
        '/v1/tax/transactions/create_reversal',
        {
          mode: 'partial',
          original_transaction: 'tax_1',
          reference: refund.refundId,
          flat_amount: '-595',
          'metadata[organization_id]': shop.id,
          'metadata[order_id]': sale.orderId,
        },
      ],
    ])
  })

  it('Stripe isn’t told before the sale, but then', async () => {
    const sale = await sell()
    const refund = refundOf(sale)
    await expect(tellRefund(parts(), refund)).rejects.toThrow('not told yet')
    expect(stripe.asked).toEqual([])
    await tellSale(parts(), sale)
    await tellRefund(parts(), refund)
    expect(stripe.asked).toHaveLength(2)
  })

  const event = (name: string, status: string): LoggedEvent => ({
    id: 1,
    organizationId: organizationId(),
    sequence: 1,
    customerId: null,
    name,
    object: { type: 'refund', id: newId('refund'), version: 1 },
    payload: { status, order_id: newId('order'), amount: 500, tax_amount: 95, reason: 'other' },
    recordedAt: systemClock.now(),
    organizationTime: systemClock.now(),
  })

  it.each(['refund.created', 'refund.updated'])('%s counts once it succeeded', (name) => {
    const jobs = (status: string) =>
      taxReactions
        .filter(({ on }) => on === name)
        .flatMap((reaction) => reaction.jobs(event(name, status)))
    expect(jobs('pending')).toEqual([])
    expect(jobs('failed')).toEqual([])
    expect(jobs('succeeded')).toMatchObject([
      { task: tellTaxedRefundTask, payload: { organizationId: shop.id, total: 595 } },
    ])
  })
})
