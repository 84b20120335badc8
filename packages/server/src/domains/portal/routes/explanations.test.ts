import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { explained } from '../../../../test/explanations.ts'
import { newMeter } from '../../../../test/meters.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import { portalOf } from '../../../../test/typed-purchases.ts'
import { ingestNew } from '../../../../test/usage.ts'

const { server, calls } = sellingServer([
  ...subscriptionScopes,
  'meters:write',
  'events:write',
  'customer_sessions:write',
])

let plan: string

beforeAll(async () => {
  const meter = await newMeter(calls, {
    name: 'Tokens',
    filter: {
      conjunction: 'and',
      clauses: [{ property: 'name', operator: 'eq', value: 'secret.name' }],
    },
    aggregation: { func: 'sum', property: 'secret_cost' },
  })
  const prices = [fixedPrice(1000), meteredPrice(meter.id, { unit_amount: '2' })]
  const input = { name: 'Plan', recurring_interval: 'month', prices }
  plan = (await newProduct(calls, input)).id
})

const orders = z.object({
  items: z.array(z.object({ id: z.string(), items: z.array(z.object({ id: z.string() })) })),
})

/** A customer with an order for usage. */
async function billed() {
  const { customer_id: id } = await newPaidSubscription(server.current, calls, { id: plan })
  await ingestNew(
    calls,
    ...[1.5, 2.25, 3].map((cost) => ({
      name: 'secret.name',
      customer_id: id,
      external_id: `secret-id-${id}-${cost}`,
      entity: 'Project 7',
      metadata: { secret_cost: cost },
    })),
  )
  expect(await calls.post('/clock/advance', { days: 32 })).toMatchObject({ status: 200 })
  await server.current.settle()
  const portal = await sessionOf(id)
  const { body } = await portal.get('/customer-portal/orders/')
  const [order] = orders.parse(body).items
  const path = `/customer-portal/orders/${order?.id}/items/`
  return { id, portal, path, items: order?.items.map((item) => item.id) ?? [] }
}

/** A new one, because the clock was advanced. */
const sessionOf = (id: string) => portalOf({ seller: calls, server: server.current }, { id })

const at = async (session: BillingCalls, path: string) =>
  briefOf(await session.get(`${path}/explanation`))

it('customers see what they used, without how the seller measures it', async () => {
  const { portal, path, items } = await billed()
  const all = await Promise.all(items.map((item) => explained(portal, path + item)))
  expect(all.map(({ kind }) => kind)).toEqual(['charge', 'usage'])
  const usage = all[1]?.usage
  expect(usage).toMatchObject({ units: '6.75', is_sum: true, meter: { name: 'Tokens' } })
  expect(usage?.events.map(({ units }) => units)).toEqual(['1.5', '2.25', '3'])
  expect(usage?.events[0]).toMatchObject({ entity: 'Project 7' })
  expect(JSON.stringify(all)).not.toContain('secret')
})

it('nobody sees the orders of others', async () => {
  const [ada, bob] = [await billed(), await billed()]
  const item = `${ada.path}${ada.items[0]}`
  const session = await sessionOf(ada.id)
  expect(await at(bob.portal, item)).toBe('404 ResourceNotFound')
  expect(await at(session, `${ada.path}${bob.items[0]}`)).toBe('404 ResourceNotFound')
  expect(await at(session, item)).toBe('200')
})
