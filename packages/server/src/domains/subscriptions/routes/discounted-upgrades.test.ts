import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newDiscount } from '../../../../test/discounts.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const clock = movableClock()
const { server, calls } = sellingServer(subscriptionScopes, {}, { clock })
let plans: { readonly small: string; readonly large: string; readonly yearly: string }

beforeAll(async () => {
  plans = {
    small: (await newRecurringProduct(calls, 1000, { name: 'Small' })).id,
    large: (await newRecurringProduct(calls, 9000, { name: 'Large' })).id,
    yearly: (
      await newRecurringProduct(calls, 90_000, { name: 'Yearly', recurring_interval: 'year' })
    ).id,
  }
  clock.freeze()
})

const amounts = z.object({ net_amount: z.number(), discount_amount: z.number() })

/** Half a month after a purchase with a discount. */
async function discounted(discount: object) {
  const { id: discount_id } = await newDiscount(calls, discount)
  const product = { id: plans.small }
  const input = { discount_id }
  const subscription = await newPaidSubscription(server.current, calls, product, {}, input)
  expect(subscription.discount_id).toBe(discount_id)
  const { current_period_start: start, current_period_end: end } = subscription
  clock.advance((Date.parse(end) - Date.parse(start)) / 2000)
  return subscription
}

/** What the preview says is due now, and what the order then was. */
async function upgrade(id: string, product_id: string) {
  const change = { product_id, proration_behavior: 'invoice' }
  const preview = await calls.post(`/subscriptions/${id}/preview`, change)
  expect(preview).toMatchObject({ status: 200 })
  const answer = await calls.patch(`/subscriptions/${id}`, change)
  expect(answer).toMatchObject({ status: 200 })
  const { body } = await calls.get(`/orders/?subscription_id=${id}`)
  const { items } = z.object({ items: z.array(amounts) }).parse(body)
  const billed = items[0]
  expect(preview.body).toMatchObject({ due_now: billed })
  return { answer, billed, preview }
}

it.each([
  ['once', { duration: 'once' }],
  ['for a month', { duration: 'repeating', duration_in_months: 1 }],
])('a purchase that is free %s does not pay for an upgrade', async (_, duration) => {
  const free = { name: 'First month free', type: 'percentage', basis_points: 10_000 }
  const { id } = await discounted({ ...free, ...duration })
  const { answer, billed, preview } = await upgrade(id, plans.large)
  expect(billed).toEqual({ net_amount: 4500, discount_amount: 0 })
  expect(answer.body).toMatchObject({ amount: 9000, discount_id: null })
  expect(preview.body).toMatchObject({ next_invoice: { net_amount: 9000 } })
})

it('three free months do not pay for a year', async () => {
  const { id } = await discounted({
    name: 'Three months free',
    type: 'percentage',
    basis_points: 10_000,
    duration: 'repeating',
    duration_in_months: 3,
  })
  const { answer, billed } = await upgrade(id, plans.yearly)
  expect(billed).toEqual({ net_amount: 90_000, discount_amount: 0 })
  expect(answer.body).toMatchObject({ discount_id: null })
})

it('months that are left go along to another plan', async () => {
  const { id, discount_id } = await discounted({
    name: 'Half for three months',
    type: 'percentage',
    basis_points: 5000,
    duration: 'repeating',
    duration_in_months: 3,
  })
  const { answer, billed, preview } = await upgrade(id, plans.large)
  expect(billed).toEqual({ net_amount: 2000, discount_amount: 0 })
  expect(answer.body).toMatchObject({ amount: 4500, discount_id })
  expect(preview.body).toMatchObject({ next_invoice: { net_amount: 4500 } })
})
