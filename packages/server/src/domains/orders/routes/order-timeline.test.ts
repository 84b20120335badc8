import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { newOrder, newProcessorId, newStock, orderCalls, report } from '../../../../test/orders.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)

const page = z.object({
  items: z.array(
    z.object({ title: z.string(), actor: z.nullable(z.object({ type: z.string() })) }),
  ),
})

it('the timeline of a customer shows orders and refunds', async () => {
  const acme = await createOrganization(server.current)
  const calls = await orderCalls(server.current, acme)
  const bought = await newStock(calls)
  const orderId = await newOrder(server.current, acme, bought)
  await calls.post('/refunds/', { order_id: orderId, reason: 'other', amount: 400 })
  const processorId = newProcessorId()
  for (const status of ['pending', 'failed']) {
    const reported = { orderId, processorId, status, amount: 714 }
    await report(server.current, acme, 'processor_refund', reported)
    await server.current.settle()
  }
  const { body } = await calls.get(`/customers/${bought.customerId}/timeline`)
  const { items } = page.parse(body)
  expect(items.map(({ title }) => title)).toEqual([
    'Refund of $7.14 failed',
    'Refund of $7.14 under way',
    'Refunded $4.76',
    'Refund of $4.76 requested',
    'Paid $11.90 for Course',
    'Ordered Course',
    'Customer created',
  ])
  expect(items[3]?.actor).toEqual({ type: 'organization_access_token' })
})
