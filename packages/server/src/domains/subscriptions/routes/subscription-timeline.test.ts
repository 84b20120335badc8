import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newAddress } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { testServer } from '../../../../test/server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionCalls,
} from '../../../../test/subscriptions.ts'
import { formatDate } from '../../../kernel/date-text.ts'

const db = testDatabase()
const server = testServer(db)

const page = z.object({
  items: z.array(
    z.object({
      type: z.string(),
      changes: z.array(
        z.object({
          label: z.string(),
          before: z.nullable(z.unknown()),
          after: z.nullable(z.unknown()),
        }),
      ),
    }),
  ),
})

it('the timeline of a customer shows changes of a subscription as people read them', async () => {
  const acme = await createOrganization(server.current)
  const calls = await subscriptionCalls(server.current, acme)
  const club = await newRecurringProduct(calls, 2900, { name: 'Club' })
  const gold = await newRecurringProduct(calls, 9900, { name: 'Gold club' })
  const discount = { type: 'percentage', basis_points: 1000, duration: 'forever', name: 'Fans' }
  const { body } = await calls.post('/discounts/', discount)
  const buyer = { customer_email: newAddress() }
  const bought = await newPaidSubscription(server.current, calls, club, buyer)
  const { id, customer_id: customerId } = bought
  const change = { product_id: gold.id, discount_id: body?.['id'], proration_behavior: 'prorate' }
  expect(await calls.patch(`/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
  expect(await calls.post('/clock/advance', { days: 32 })).toMatchObject({ status: 200 })
  const timeline = await calls.get(`/customers/${customerId}/timeline`)
  const lines = page
    .parse(timeline.body)
    .items.filter(({ type }) => type === 'subscription.updated')
    .flatMap(({ changes }) => changes)
    .map(({ label, before, after }) => `${label}: ${String(before)} → ${String(after)}`)
  const end = formatDate(new Date(bought.current_period_end))
  expect(lines).toContain('Amount: $29.00 → $89.10')
  expect(lines).toContain('Discount: null → Fans')
  expect(lines).toContain('Product: Club → Gold club')
  expect(lines.filter((line) => line.startsWith(`End of the period: ${end} → `))).toHaveLength(1)
})
