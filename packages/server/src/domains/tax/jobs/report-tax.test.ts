import { id as idOf } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { germanVat, newOrder, newStock, orderCalls } from '../../../../test/orders.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { testServer } from '../../../../test/server.ts'
import { type StandIn, startStandIn } from '../../../../test/stand-in.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { reactionsOf } from '../../../platform/jobs.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { recordTaxedSale } from '../actions/record-taxed-sale.ts'
import { reportReversal, reportSale } from '../actions/stripe/report-transactions.ts'
import { reportLostDispute, reportTaxedCredit, reportTaxedRefund } from './report-tax.ts'

const db = testDatabase()
const server = testServer(db)

let stripe: StandIn
let shop: OwnedOrganization
const organizationId = () => idOf('organization').parse(shop.id)

beforeAll(async () => {
  stripe = await startStandIn()
  shop = await createOrganization(server.current)
})
afterAll(() => stripe.stop())
beforeEach(() => stripe.respondWith(200, { id: 'tax_1', object: 'tax.transaction' }))

function deps({ secretKey = 'sk_test_1' }: { secretKey?: string | null } = {}) {
  const { config } = server.current
  const keys = { secretKey, apiUrl: stripe.url }
  return {
    config: { ...config, stripe: { ...config.stripe, ...keys } },
    clock: systemClock,
    uowFactory: { database: db.database, clock: systemClock, wake: () => {} },
  }
}

/** A paid order whose tax Stripe calculated. */
async function sell(calculationId: string | null = 'taxcalc_1') {
  const sale = { organizationId: organizationId(), orderId: newId('order') }
  await runUnitOfWork(deps().uowFactory, sale, (uow) =>
    recordTaxedSale(uow, { ...sale, calculationId }),
  )
  return sale
}

const requests = () =>
  stripe.requests.map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(body))])

const refundOf = (sale: Awaited<ReturnType<typeof sell>>) => ({
  ...sale,
  kind: 'refund' as const,
  id: newId('refund'),
  total: minorUnits(595),
})

describe('a paid sale', () => {
  it('is reported to Stripe once', async () => {
    const sale = await sell()
    await reportSale(deps(), sale)
    await reportSale(deps(), sale)
    expect(requests()).toEqual([
      [
        '/v1/tax/transactions/create_from_calculation',
        {
          calculation: 'taxcalc_1',
          reference: sale.orderId,
          'metadata[organization_id]': shop.id,
        },
      ],
    ])
    expect(stripe.requests[0]?.headers['idempotency-key']).toBe(`tax-sale-${sale.orderId}`)
  })

  it('is not reported when the tax was calculated here', async () => {
    const sale = await sell(null)
    await reportSale(deps(), sale)
    await reportReversal(deps(), refundOf(sale))
    expect(stripe.requests).toEqual([])
  })

  it('is not reported when Stripe is no longer configured', async () => {
    await reportSale(deps({ secretKey: null }), await sell())
    expect(stripe.requests).toEqual([])
  })

  it('is reported later when Stripe fails', async () => {
    const sale = await sell()
    stripe.respondWith(400, { error: { type: 'invalid_request_error', message: 'Not now' } })
    await expect(reportSale(deps(), sale)).rejects.toThrow('Not now')
    stripe.respondWith(200, { id: 'tax_2' })
    await reportSale(deps(), sale)
    expect(stripe.requests).toHaveLength(1)
  })

  it.each([
    ['taxcalc_9', [{ order_id: expect.any(String), calculation_id: 'taxcalc_9' }]],
    [null, []],
  ])('with calculation %s records these events: %j', async (calculationId, expected) => {
    const stock = await newStock(await orderCalls(server.current, shop))
    const tax = { ...germanVat, calculationId }
    const orderId = await newOrder(server.current, shop, stock, { tax })
    const events = (await eventsOf(server.current, shop)).filter(
      ({ name, objectId }) => name === 'tax_sale.recorded' && objectId === orderId,
    )
    expect(events.map(({ payload }) => payload)).toEqual(expected)
  })
})

describe('a credit of a later order', () => {
  it('takes its part of the sale back once, including tax', async () => {
    const sale = await sell()
    await reportSale(deps(), sale)
    stripe.respondWith(200, { id: 'tax_2' })
    const credit = {
      ...sale,
      kind: 'credit' as const,
      id: newId('orderItem'),
      total: minorUnits(595),
    }
    await reportReversal(deps(), credit)
    await reportReversal(deps(), credit)
    expect(requests()).toMatchObject([
      [
        '/v1/tax/transactions/create_reversal',
        { original_transaction: 'tax_1', reference: credit.id, flat_amount: '-595' },
      ],
    ])
    expect(stripe.requests[0]?.headers['idempotency-key']).toBe(`tax-credit-${credit.id}`)
  })

  it('is reported when its order is paid', () => {
    const recorded: LoggedEvent = {
      id: 1,
      organizationId: organizationId(),
      sequence: 1,
      customerId: null,
      name: 'tax_reversal.recorded',
      object: { type: 'tax_reversal', id: newId('orderItem'), version: 1 },
      payload: { order_id: newId('order'), total: 595 },
      recordedAt: systemClock.now(),
      organizationTime: systemClock.now(),
    }
    const [reaction] = reactionsOf([reportTaxedCredit])
    expect(reaction?.jobs(recorded)).toMatchObject([
      { payload: { itemId: recorded.object.id, total: 595 } },
    ])
  })
})

describe('a refund', () => {
  it('is reported to Stripe once, including tax', async () => {
    const sale = await sell()
    await reportSale(deps(), sale)
    stripe.respondWith(200, { id: 'tax_2' })
    const refund = refundOf(sale)
    await reportReversal(deps(), refund)
    await reportReversal(deps(), refund)
    expect(requests()).toEqual([
      [
        '/v1/tax/transactions/create_reversal',
        {
          mode: 'partial',
          original_transaction: 'tax_1',
          reference: refund.id,
          flat_amount: '-595',
          'metadata[organization_id]': shop.id,
          'metadata[order_id]': sale.orderId,
        },
      ],
    ])
  })

  it('is reported only after its sale', async () => {
    const sale = await sell()
    const refund = refundOf(sale)
    await expect(reportReversal(deps(), refund)).rejects.toThrow('not reported yet')
    expect(stripe.requests).toEqual([])
    await reportSale(deps(), sale)
    await reportReversal(deps(), refund)
    expect(stripe.requests).toHaveLength(2)
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

  it.each(['refund.created', 'refund.updated'])(
    'is reported on %s once it has succeeded',
    (name) => {
      const jobs = (status: string) =>
        reactionsOf([reportTaxedRefund])
          .filter(({ on }) => on === name)
          .flatMap((reaction) => reaction.jobs(event(name, status)))
      expect(jobs('pending')).toEqual([])
      expect(jobs('failed')).toEqual([])
      expect(jobs('succeeded')).toMatchObject([
        { task: reportTaxedRefund.name, payload: { organizationId: shop.id, total: 595 } },
      ])
    },
  )
})

describe('a dispute', () => {
  const jobs = (status: string, amount = 500, taxAmount = 95) =>
    reactionsOf([reportLostDispute]).map((reaction) =>
      reaction.jobs({
        id: 1,
        organizationId: organizationId(),
        sequence: 1,
        customerId: null,
        name: reaction.on,
        object: { type: 'dispute', id: newId('dispute'), version: 1 },
        payload: { status, order_id: newId('order'), amount, tax_amount: taxAmount },
        recordedAt: systemClock.now(),
        organizationTime: systemClock.now(),
      }),
    )

  it('is reported once it is lost, however it was reported before', () => {
    const reported = [{ task: reportLostDispute.name, payload: { total: 595 } }]
    expect(jobs('lost')).toMatchObject([reported, reported])
  })

  it('is not reported while it may be won, nor where a refund took everything before', () => {
    const open = ['early_warning', 'needs_response', 'under_review', 'won', 'prevented']
    expect(open.flatMap((status) => jobs(status).flat())).toEqual([])
    expect(jobs('lost', 0, 0).flat()).toEqual([])
  })

  it('takes its part of the sale back once, including tax', async () => {
    const sale = await sell()
    await reportSale(deps(), sale)
    stripe.respondWith(200, { id: 'tax_2' })
    const total = minorUnits(595)
    const dispute = { ...sale, kind: 'dispute' as const, id: newId('dispute'), total }
    await reportReversal(deps(), dispute)
    await reportReversal(deps(), dispute)
    expect(requests()).toMatchObject([
      [
        '/v1/tax/transactions/create_reversal',
        { original_transaction: 'tax_1', reference: dispute.id, flat_amount: '-595' },
      ],
    ])
    expect(stripe.requests[0]?.headers['idempotency-key']).toBe(`tax-dispute-${dispute.id}`)
  })
})
