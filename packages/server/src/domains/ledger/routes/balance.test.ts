import { currency } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bookFee } from '../../../../test/balance-transactions.ts'
import { testDatabase } from '../../../../test/database.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newPerson } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { postDispute, postRefund, postRefundReversal, postSales } from '../actions/post-entries.ts'

const db = testDatabase()
const server = testServer(db)

interface Shop {
  readonly organization: OwnedOrganization
  readonly backend: BillingCalls
}

async function newShop(): Promise<Shop> {
  const organization = await createOrganization(server.current)
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
  await book(db.database, async (uow) => {
    await postSales(uow, sales)
    if (first === undefined || second === undefined || third === undefined) return
    const refund = { ...first, ...half, refundId: newId('refund'), occurredAt: at(5) }
    await postRefund(uow, refund)
    await postRefundReversal(uow, { ...refund, occurredAt: at(6) })
    await postRefund(uow, { ...refund, refundId: newId('refund'), occurredAt: at(7) })
    const dispute = { ...second, disputeId: 'dp_open', status: 'open', occurredAt: at(8) } as const
    await postDispute(uow, dispute)
    await postDispute(uow, { ...third, disputeId: 'dp_lost', status: 'lost', occurredAt: at(9) })
    const american = newSale(acme.organization, { occurredAt: at(10), taxPlace: 'US-CA' })
    await postSales(uow, [american])
    await bookFee(uow, american, { id: 'txn_1', fee: 330 })
  })
})

const typesOf = (body: unknown): unknown[] => items(body).map(({ type }) => type)

const listed = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
const items = (body: unknown) => listed.parse(body).items

describe('a balance', () => {
  it('shows what is available, what it is made of, and the tax by place', async () => {
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
          adjusted_amount: 0,
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

  it('is empty where nothing was sold', async () => {
    const { backend } = await newShop()
    expect((await backend.get('/balance')).body).toEqual({ balances: [] })
    expect((await backend.get('/balance/entries')).body).toEqual({
      items: [],
      pagination: { total_count: 0, max_page: 0 },
    })
  })

  it('is listed for each currency of this organization alone', async () => {
    const { organization, backend } = await newShop()
    for (const input of [{}, yen]) {
      await book(db.database, (uow) => postSales(uow, [newSale(organization, input)]))
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
  it('are listed newest first, with what each changed', async () => {
    const { status, body } = await acme.backend.get('/balance/entries?limit=7')
    expect(status).toBe(200)
    expect(body).toMatchObject({ pagination: { total_count: 12, max_page: 2 } })
    const [first, second, third] = sales
    const changes = items(body).map((entry) =>
      ['type', 'amount', 'tax_amount', 'held_amount', 'order_id'].map((key) => entry[key]),
    )
    expect(changes.slice(2)).toEqual([
      ['dispute_lost', 0, 0, -11_900, third?.orderId],
      ['dispute', -10_000, -1_900, 11_900, third?.orderId],
      ['dispute', -10_000, -1_900, 11_900, second?.orderId],
      ['refund', -5_000, -950, 0, first?.orderId],
      ['refund_reversal', 5_000, 950, 0, first?.orderId],
    ])
    const [fee, payment] = items(body)
    expect(fee).toEqual({
      ...payment,
      id: expect.any(String),
      created_at: expect.any(String),
      type: 'fee',
      amount: -330,
      tax_amount: 0,
    })
    expect(payment).toEqual({
      id: expect.any(String),
      created_at: '2026-03-10T00:00:00.000Z',
      organization_id: acme.organization.id,
      type: 'payment',
      currency: 'eur',
      amount: 10_000,
      tax_amount: 1_900,
      held_amount: 0,
      customer_balance_amount: 0,
      order_id: expect.any(String),
      payment_id: expect.any(String),
      refund_id: null,
      dispute_id: null,
    })
  })

  it('are paged, sorted, and filtered by type and order', async () => {
    const { backend } = acme
    const oldest = await backend.get('/balance/entries?sorting=created_at&limit=4&page=2')
    expect(typesOf(oldest.body)).toEqual(['refund', 'refund_reversal', 'refund', 'dispute'])
    const some = await backend.get('/balance/entries?type=refund&type=dispute_lost')
    expect(typesOf(some.body)).toEqual(['dispute_lost', 'refund', 'refund'])
    const ofOne = await backend.get(`/balance/entries?order_id=${sales[2]?.orderId}`)
    expect(typesOf(ofOne.body)).toEqual(['dispute_lost', 'dispute', 'payment'])
  })

  it('of another organization are not listed', async () => {
    const { backend } = await newShop()
    const { body } = await backend.get(`/balance/entries?order_id=${sales[2]?.orderId}`)
    expect(items(body)).toEqual([])
  })
})

describe.each(['/balance', '/balance/entries'])('%s', (path) => {
  it('is read by a member in the dashboard, who names the organization', async () => {
    const member = await newMember(server.current, acme.organization, 'member')
    const calls = inDashboard(server.current, member)
    expect(briefOf(await calls.get(`${path}?organization_id=${acme.organization.id}`))).toBe('200')
    const unnamed = '422 RequestValidationError query.organization_id'
    expect(briefOf(await calls.get(path))).toBe(unnamed)
    const two = `organization_id=${acme.organization.id}&organization_id=${newId('organization')}`
    expect(briefOf(await calls.get(`${path}?${two}`))).toBe(unnamed)
  })

  it('is empty for strangers', async () => {
    const stranger = inDashboard(server.current, await newPerson(server.current))
    const { status, body } = await stranger.get(`${path}?organization_id=${acme.organization.id}`)
    expect(status).toBe(200)
    expect(Object.values(body ?? {})[0]).toEqual([])
  })

  it('is closed to a token with other scopes', async () => {
    const backend = await newBackend(server.current, acme.organization, ['products:read'])
    expect(briefOf(await backend.get(path))).toBe('403 NotPermitted')
  })
})
