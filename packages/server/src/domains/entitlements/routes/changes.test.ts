import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newBenefit } from '../../../../test/benefits.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { newOrder, orderScopes } from '../../../../test/orders.ts'
import { newProduct } from '../../../../test/products.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { db, server, acme, calls } = sellingServer([
  ...new Set([...orderScopes, ...subscriptionScopes, 'benefits:write' as const]),
])

let note: string
let early: string
let chat: string

beforeAll(async () => {
  note = (await newBenefit(calls)).id
  early = (await newBenefit(calls)).id
  chat = (await newBenefit(calls)).id
})

async function setBenefits(productId: string, benefits: readonly string[]) {
  const answer = await calls.post(`/products/${productId}/benefits`, { benefits })
  expect(answer).toMatchObject({ status: 200 })
}

async function newGuide(benefits: readonly string[]) {
  const product = await newProduct(calls, {})
  await setBenefits(product.id, benefits)
  return { productId: product.id, priceId: product.prices[0]?.id ?? '' }
}

type Guide = Awaited<ReturnType<typeof newGuide>>

async function buy(guide: Guide, given: string | null = null) {
  const customerId = given ?? (await newCustomer(calls)).id
  const orderId = await newOrder(server.current, acme, { ...guide, customerId })
  return { customerId, orderId }
}

const preview = async (productId: string, benefits: readonly string[]) => {
  const answer = await calls.post(`/products/${productId}/benefits/preview`, { benefits })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const remaining = async (productId: string) =>
  (await calls.get(`/products/${productId}/benefits/progress`)).body

const of = (benefit_id: string, count: number) => ({ benefit_id, count })

describe('the preview of a list', () => {
  it('counts customers, whatever they bought and how often', async () => {
    const guide = await newGuide([note])
    expect(await preview(guide.productId, [early])).toEqual({ gains: [], losses: [] })
    const { customerId } = await buy(guide)
    await buy(guide, customerId)
    await buy(guide)
    expect(await preview(guide.productId, [early, chat])).toEqual({
      gains: expect.arrayContaining([of(early, 2), of(chat, 2)]),
      losses: [of(note, 2)],
    })
    expect(await preview(guide.productId, [note])).toEqual({ gains: [], losses: [] })
    expect(await remaining(guide.productId)).toEqual({ remaining: 0 })
  })

  it('leaves out who holds it because of something else, who was refunded and who is deleted', async () => {
    const [guide, other] = [await newGuide([note]), await newGuide([note, early])]
    const { customerId: both } = await buy(guide)
    await buy(other, both)
    const { orderId } = await buy(guide)
    const refund = { order_id: orderId, reason: 'other', amount: 1000, revoke_benefits: true }
    expect(await calls.post('/refunds/', refund)).toMatchObject({ status: 200 })
    const { customerId: gone } = await buy(guide)
    await calls.remove(`/customers/${gone}`)
    await server.current.settle()
    expect(await preview(guide.productId, [early])).toEqual({ gains: [], losses: [] })
    await buy(guide)
    expect(await preview(guide.productId, [early])).toEqual({
      gains: [of(early, 1)],
      losses: [of(note, 1)],
    })
  })

  it('counts subscribers', async () => {
    const plan = await newRecurringProduct(calls, 1000)
    await setBenefits(plan.id, [note, early])
    await newPaidSubscription(server.current, calls, plan)
    expect(await preview(plan.id, [chat, early])).toEqual({
      gains: [of(chat, 1)],
      losses: [of(note, 1)],
    })
  })

  it('is refused like the change itself', async () => {
    const { productId } = await newGuide([note])
    const path = `/products/${productId}/benefits/preview`
    const fixed = await newBenefit(calls)
    await db.database.pool.query('update benefit set selectable = false where id = $1', [fixed.id])
    for (const benefits of [[acme.id], [note, note], [note, fixed.id]]) {
      const previewed = await calls.post(path, { benefits })
      expect(previewed).toMatchObject({ status: 422 })
      const changed = await calls.post(`/products/${productId}/benefits`, { benefits })
      expect(previewed.body).toEqual(changed.body)
    }
    const nowhere = `/products/${acme.id}/benefits`
    expect(await calls.post(`${nowhere}/preview`, { benefits: [] })).toMatchObject({ status: 404 })
    expect(await calls.get(`${nowhere}/progress`)).toMatchObject({ status: 404 })
  })
})

describe('the progress of a change', () => {
  it('counts what is left, and is zero in the end', async () => {
    const guide = await newGuide([note])
    await buy(guide)
    await buy(guide)
    // As if the job had not run yet.
    await db.database.pool.query('delete from product_benefit where product_id = $1', [
      guide.productId,
    ])
    expect(await remaining(guide.productId)).toEqual({ remaining: 2 })
    await setBenefits(guide.productId, [early])
    await server.current.settle()
    expect(await remaining(guide.productId)).toEqual({ remaining: 0 })
  })
})

it('waits while another run works for the organization', async () => {
  const guide = await newGuide([])
  await buy(guide)
  const other = await db.database.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query(
    "select pg_advisory_xact_lock(hashtext('entitlements.converge'), hashtext($1))",
    [acme.id],
  )
  await setBenefits(guide.productId, [note])
  const settled = server.current.settle().then(() => 'settled')
  expect(await Promise.race([settled, sleep(1500)])).toBeUndefined()
  expect(await remaining(guide.productId)).toEqual({ remaining: 1 })
  await other.query('commit')
  await settled
  expect(await remaining(guide.productId)).toEqual({ remaining: 0 })
})

describe('the preview of a deletion', () => {
  it('counts who holds the benefit', async () => {
    const { id } = await newBenefit(calls)
    const path = `/benefits/${id}/deletion-preview`
    expect(await calls.get(path)).toMatchObject({ status: 200, body: { gains: [], losses: [] } })
    const { customerId } = await buy(await newGuide([id]))
    await buy(await newGuide([id]), customerId)
    await buy(await newGuide([id]))
    expect(await calls.get(path)).toMatchObject({ body: { gains: [], losses: [of(id, 2)] } })
    expect(await calls.get(`/benefits/${acme.id}/deletion-preview`)).toMatchObject({ status: 404 })
  })
})
