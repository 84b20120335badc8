import { beforeAll, describe, expect, it } from 'vitest'
import { newProduct } from '../../../../test/products.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  newBackend,
} from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newFreeSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { db, server, acme, calls } = sellingServer(subscriptionScopes)
let reader: BillingCalls
let pro = ''

beforeAll(async () => {
  reader = await newBackend(server.current, acme, ['subscriptions:read'])
  pro = (await newRecurringProduct(calls, 3000, { name: 'Pro' })).id
})

const patch = (id: string, change: object): Promise<BillingAnswer> =>
  calls.patch(`/subscriptions/${id}`, change)

describe('a change of the product is refused', () => {
  const unknownId = '00000000-0000-7000-8000-000000000000'
  const wrongProduct = '422 RequestValidationError body.product_id'
  let id = ''

  beforeAll(async () => {
    id = (await newFreeSubscription(calls)).id
  })

  const refusedTo = async (product_id: string) => {
    const shown = await calls.post(`/subscriptions/${id}/preview`, { product_id })
    const answer = await patch(id, { product_id })
    expect(briefOf(shown)).toBe(briefOf(answer))
    expect(briefOf(answer)).toBe(wrongProduct)
    return String(answer.text)
  }

  it('for an unknown product', async () => {
    expect(await refusedTo(unknownId)).toContain('not found')
  })

  it('for a one-time product', async () => {
    expect(await refusedTo((await newProduct(calls)).id)).toContain('recurring')
  })

  it('for an archived product', async () => {
    const plan = await newRecurringProduct(calls, 100)
    await calls.patch(`/products/${plan.id}`, { is_archived: true })
    expect(await refusedTo(plan.id)).toContain('archived')
  })

  it('for a price that the buyer chooses', async () => {
    const plan = await newRecurringProduct(calls, 0, { prices: [{ amount_type: 'custom' }] })
    expect(await refusedTo(plan.id)).toContain('checkout')
  })

  it('for the same product', async () => {
    const { body } = await calls.get(`/subscriptions/${id}`)
    expect(await refusedTo(String(body?.['product_id']))).toContain('already')
  })

  it('for a product in another currency', async () => {
    const { product_id } = await newFreeSubscription(calls)
    await db.database.pool.query(`update subscription set currency = 'eur' where id = $1`, [id])
    expect(await refusedTo(pro)).toContain('currency')
    await db.database.pool.query(`update subscription set currency = 'usd' where id = $1`, [id])
    expect(await patch(id, { product_id })).toMatchObject({ status: 200 })
  })
})

describe('a change of an unpaid subscription', () => {
  it.each([
    ['past_due', { past_due_at: '2026-01-01T00:00:00Z' }, '409 PastDueSubscription'],
    ['incomplete', { incomplete_until: '2030-01-01T00:00:00Z' }, '409 IncompleteSubscription'],
  ])('that is %s is refused', async (status, columns, refusal) => {
    const { id } = await newFreeSubscription(calls)
    const [[column, value] = ['', '']] = Object.entries(columns)
    await db.database.pool.query(
      `update subscription set status = $2, ${column} = $3, due_at = null where id = $1`,
      [id, status, value],
    )
    expect(briefOf(await patch(id, { product_id: pro }))).toBe(refusal)
  })

  it('whose payment is under way is refused until it is paid, or waits for the next period', async () => {
    const { id } = await newFreeSubscription(calls)
    await db.database.pool.query(
      "update orders set status = 'pending', paid_at = null where subscription_id = $1",
      [id],
    )
    const change = { product_id: pro }
    expect(briefOf(await patch(id, change))).toBe('409 SubscriptionLocked')
    const later = { ...change, proration_behavior: 'next_period' }
    expect(await patch(id, later)).toMatchObject({ status: 200 })
  })
})

it('a token without write access gets 401', async () => {
  const { id } = await newFreeSubscription(calls)
  const path = `/subscriptions/${id}`
  for (const answer of [await reader.patch(path, { revoke: true }), await reader.remove(path)]) {
    expect(answer).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
    expect(answer.body?.['detail']).toContain('does not allow this')
  }
  expect(await reader.get(`${path}/next-invoice`)).toMatchObject({ status: 200 })
})
