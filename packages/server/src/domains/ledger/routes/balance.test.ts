import { currency } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import { newPerson } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { postDispute, postPayment, postRefund, postRefundReversal } from '../actions/post.ts'

const db = testDatabase()
const server = testServer(db)

interface Shop {
  readonly organization: Founded
  readonly backend: BillingCalls
}

async function newShop(): Promise<Shop> {
  const organization = await found(server.current)
  return { organization, backend: await newBackend(server.current, organization, ['orders:read']) }
}

let acme: Shop
let sales: ReturnType<typeof newSale>[]

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const half = { netAmount: minorUnits(5_000), taxAmount: minorUnits(950) }
const yen = { currency: currency.parse('jpy'), taxPlace: 'JP' }

beforeAll(async () => {
  acme = await newShop()
  sales = [1, 2, 3, 4].map((day) => newSale(acme.organization, { occurredAt: at(day) }))
  const [first, second, third] = sales
  await book(db.database, async (unit) => {
    for (const sale of sales) await postPayment(unit, sale)
    if (first === undefined || second === undefined || third === undefined) return
    const refund = { ...first, ...half, refundId: newId('refund'), occurredAt: at(5) }
    await postRefund(unit, refund)
    await postRefundReversal(unit, { ...refund, occurredAt: at(6) })
    await postRefund(unit, { ...refund, refundId: newId('refund'), occurredAt: at(7) })
    const dispute = { ...second, disputeId: 'dp_open', status: 'open', occurredAt: at(8) } as const
    await postDispute(unit, dispute)
    await postDispute(unit, { ...third, disputeId: 'dp_lost', status: 'lost', occurredAt: at(9) })
    await postPayment(unit, {
      ...newSale(acme.organization, { occurredAt: at(10), taxPlace: 'US-CA' }),
      processorFee: minorUnits(330),
    })
  })
})

const typesOf = (body: unknown): unknown[] => items(body).map(({ type }) => type)

const listed = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
const items = (body: unknown) => listed.parse(body).items

describe('a balance', () => {
  it('tells what is available, what it is made of, and whose tax there is', async () => {
    const { status, body } = await acme.backend.get('/balance')
    expect(status).toBe(200)
    expect(body).toEqual({
      balances: [
        {
          currency: 'eur',
          available_amount: 50_000 - 5_000 - 10_000 - 10_000 - 330,
          sold_amount: 50_000,
          refunded_amount: 5_000,
          disputed_amount: 10_000,
          lost_amount: 10_000,
          processor_fee_amount: 330,
          settled_amount: 0,
          tax_amount: 5 * 1_900 - 950 - 2 * 1_900,
          customer_balance_amount: 0,
          taxes: [
            { country: 'DE', state: null, amount: 4 * 1_900 - 950 - 2 * 1_900 },
            { country: 'US', state: 'CA', amount: 1_900 },
          ],
        },
      ],
    })
  })

  it('is none where nothing was sold', async () => {
    const { backend } = await newShop()
    expect((await backend.get('/balance')).body).toEqual({ balances: [] })
    expect((await backend.get('/balance/entries')).body).toEqual({
      items: [],
      pagination: { total_count: 0, max_page: 0 },
    })
  })

  it('is one for each currency, and nobody else’s', async () => {
    const { organization, backend } = await newShop()
    for (const wish of [{}, yen]) {
      await book(db.database, (unit) => postPayment(unit, newSale(organization, wish)))
    }
    const { body } = await backend.get('/balance')
    expect(body).toMatchObject({
      balances: [
        { currency: 'eur', available_amount: 10_000, tax_amount: 1_900 },
        { currency: 'jpy', available_amount: 10_000, taxes: [{ country: 'JP', amount: 1_900 }] },
      ],
    })
  })
})

describe('the entries of a balance', () => {
  it('come the newest first, with what each changed', async () => {
    const { status, body } = await acme.backend.get('/balance/entries?limit=7')
    expect(status).toBe(200)
    expect(body).toMatchObject({ pagination: { total_count: 11, max_page: 2 } })
    const [first, second, third] = sales
    const changes = items(body).map((entry) =>
      ['type', 'amount', 'tax_amount', 'held_amount', 'order_id'].map((key) => entry[key]),
    )
    expect(changes.slice(1, 6)).toEqual([
      ['dispute_lost', 0, 0, -11_900, third?.orderId],
      ['dispute', -10_000, -1_900, 11_900, third?.orderId],
      ['dispute', -10_000, -1_900, 11_900, second?.orderId],
      ['refund', -5_000, -950, 0, first?.orderId],
      ['refund_reversal', 5_000, 950, 0, first?.orderId],
    ])
    expect(items(body)[0]).toEqual({
      id: expect.any(String),
      created_at: '2026-03-10T00:00:00.000Z',
      organization_id: acme.organization.id,
      type: 'payment',
      currency: 'eur',
      amount: 9_670,
      tax_amount: 1_900,
      held_amount: 0,
      customer_balance_amount: 0,
      order_id: expect.any(String),
      payment_id: expect.any(String),
      refund_id: null,
      dispute_id: null,
    })
  })

  it('come on pages, the oldest first if asked, by type and by order', async () => {
    const { backend } = acme
    const oldest = await backend.get('/balance/entries?sorting=created_at&limit=4&page=2')
    expect(typesOf(oldest.body)).toEqual(['refund', 'refund_reversal', 'refund', 'dispute'])
    const some = await backend.get('/balance/entries?type=refund&type=dispute_lost')
    expect(typesOf(some.body)).toEqual(['dispute_lost', 'refund', 'refund'])
    const ofOne = await backend.get(`/balance/entries?order_id=${sales[2]?.orderId}`)
    expect(typesOf(ofOne.body)).toEqual(['dispute_lost', 'dispute', 'payment'])
  })

  it('of another organization are nobody’s business', async () => {
    const { backend } = await newShop()
    const { body } = await backend.get(`/balance/entries?order_id=${sales[2]?.orderId}`)
    expect(items(body)).toEqual([])
  })
})

describe.each(['/balance', '/balance/entries'])('%s', (path) => {
  it('is read by a member in the dashboard, who says of which organization', async () => {
    const member = await newMember(server.current, acme.organization, 'member')
    const calls = inDashboard(server.current, member)
    expect(briefOf(await calls.get(`${path}?organization_id=${acme.organization.id}`))).toBe('200')
    const asked = '422 RequestValidationError query.organization_id'
    expect(briefOf(await calls.get(path))).toBe(asked)
    const two = `organization_id=${acme.organization.id}&organization_id=${newId('organization')}`
    expect(briefOf(await calls.get(`${path}?${two}`))).toBe(asked)
  })

  it('is empty to strangers', async () => {
    const stranger = inDashboard(server.current, await newPerson(server.current))
    const { status, body } = await stranger.get(`${path}?organization_id=${acme.organization.id}`)
    expect(status).toBe(200)
    expect(Object.values(body ?? {})[0]).toEqual([])
  })

  it('is closed to a token that is there for something else', async () => {
    const backend = await newBackend(server.current, acme.organization, ['products:read'])
    expect(briefOf(await backend.get(path))).toBe('403 NotPermitted')
  })
})
