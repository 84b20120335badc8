import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newDiscount } from '../../../../test/discounts.ts'
import { type Bought, newOrder, newStock, orderScopes } from '../../../../test/orders.ts'
import { fixedPrice } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(orderScopes)
let course: Bought
let plan: Bought
let discountId = ''
const names = new Map<string, string>()

beforeAll(async () => {
  course = await newStock(calls, { name: 'Course' })
  plan = await newStock(calls, {
    name: 'a plan',
    recurring_interval: 'month',
    prices: [fixedPrice()],
  })
  await calls.patch(`/customers/${course.customerId}`, { name: 'Zoe 100% sure' })
  await calls.patch(`/customers/${plan.customerId}`, { name: 'adam east' })
  discountId = (await newDiscount(calls)).id
  const place = async (...[name, bought, options]: [string, Bought, object]) =>
    names.set(await newOrder(server.current, acme, bought, options), name)
  await place('first', course, { amounts: [500], metadata: { shop: 'north' } })
  await place('second', plan, { amounts: [2000], metadata: { shop: 'south' } })
  await place('third', course, { discountId, discountAmount: 900 })
  await db.database.pool.query(
    `update orders set status = 'pending', paid_at = null where net_amount = 500`,
  )
  for (const [day, id] of [...names.keys()].entries()) {
    const at = `2027-03-0${day + 1}T12:00:00Z`
    await db.database.pool.query('update orders set created_at = $1 where id = $2', [at, id])
  }
})

const page = z.object({
  items: z.array(z.object({ id: z.string() })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

async function listed(query: string): Promise<string[]> {
  const { body } = await calls.get(`/orders/?${query}`)
  return page.parse(body).items.map(({ id }) => names.get(id) ?? id)
}

it('orders are listed newest first, page by page', async () => {
  expect(await listed('')).toEqual(['third', 'second', 'first'])
  expect(await listed('limit=2&page=2')).toEqual(['first'])
  const { body } = await calls.get('/orders/?limit=2')
  expect(body?.['pagination']).toEqual({ total_count: 3, max_page: 2 })
})

it.each([
  ['created_at', ['first', 'second', 'third']],
  ['amount', ['third', 'first', 'second']],
  ['-net_amount', ['second', 'first', 'third']],
  ['status', ['third', 'second', 'first'], '-created_at'],
  ['customer', ['second', 'first', 'third'], 'created_at'],
  ['-customer', ['first', 'third', 'second'], 'created_at'],
  ['product', ['second', 'first', 'third'], 'created_at'],
  ['discount', ['third', 'first', 'second'], 'created_at'],
  ['-discount', ['third', 'first', 'second'], 'created_at'],
  ['subscription', ['first', 'second', 'third'], 'created_at'],
])('orders are sorted by %s', async (by, expected, then = '') => {
  const second = then === '' ? '' : `&sorting=${then}`
  expect(await listed(`sorting=${by}${second}`)).toEqual(expected)
})

const lastTwo = ['third', 'second']
const east = (day: string) => encodeURIComponent(`${day}T00:00:00+09:00`)

it.each<[string, () => string, string[]]>([
  ['product', () => `product_id=${plan.productId}`, ['second']],
  ['one-time products', () => 'product_billing_type=one_time', ['third', 'first']],
  ['recurring products', () => 'product_billing_type=recurring', ['second']],
  ['discount', () => `discount_id=${discountId}`, ['third']],
  ['customer', () => `customer_id=${course.customerId}`, ['third', 'first']],
  [
    'several customers',
    () => `customer_id=${course.customerId}&customer_id=${plan.customerId}`,
    ['third', 'second', 'first'],
  ],
  ['checkout', () => `checkout_id=${plan.productId}`, []],
  ['subscription', () => `subscription_id=${plan.productId}`, []],
  ['status', () => 'status=paid', ['third', 'second']],
  ['currency', () => 'currency=usd&currency=jpy', ['third', 'second', 'first']],
  ['another currency', () => 'currency=eur', []],
  ['metadata', () => 'metadata[shop]=south', ['second']],
  ['an inclusive start', () => 'created_after=2027-03-02T12:00:00Z', lastTwo],
  ['an exclusive end', () => 'created_before=2027-03-02T12:00:00.000Z', ['first']],
  [
    'a day in another time zone',
    () => `created_after=${east('2027-03-02')}&created_before=${east('2027-03-03')}`,
    ['second'],
  ],
  [
    'an end before the start',
    () => 'created_after=2027-03-03T00:00:00Z&created_before=2027-03-01T00:00:00Z',
    [],
  ],
  ['a part of the name', () => 'query=DAM%20EA', ['second']],
  ['a wildcard character, literally', () => 'query=100%25', ['third', 'first']],
  ['no wildcard character', () => 'query=_', []],
])('orders are filtered by %s', async (_what, query, expected) => {
  expect(await listed(query())).toEqual(expected)
})

it.each([
  ['sorting=invoice', 'query.sorting'],
  ['status=gone', 'query.status'],
  ['product_billing_type=never', 'query.product_billing_type'],
  ['created_after=2027-03-01', 'query.created_after'],
  ['created_before=yesterday', 'query.created_before'],
  ['created_before=2027-02-30T00:00:00Z', 'query.created_before'],
  ['created_after=', 'query.created_after'],
  ['currency=dollars', 'query.currency'],
])('the list refuses %s', async (query, place) => {
  expect(briefOf(await calls.get(`/orders/?${query}`))).toBe(`422 RequestValidationError ${place}`)
})
