import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  type MadeSubscription,
  newFreeSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { db, server, calls } = sellingServer(subscriptionScopes)
let discountId = ''
const made = new Map<string, MadeSubscription>()

const query = (text: string, values: readonly unknown[]) =>
  db.database.pool.query(text, [...values])

beforeAll(async () => {
  discountId = (await newDiscount(calls)).id
  const create = async (name: string, product: string, options: object = {}) => {
    const { id: product_id } = await newRecurringProduct(calls, 0, { name: product })
    made.set(name, await newFreeSubscription(calls, { product_id, ...options }))
  }
  await create('first', 'Zebra', { metadata: { shop: 'north', seats: 5 } })
  await create('second', 'ant', { metadata: { shop: 'south' } })
  await create('third', 'Bee')
  const idOf = (name: string) => made.get(name)?.id
  await calls.patch(`/customers/${made.get('first')?.customer_id}`, { name: 'adam' })
  await calls.patch(`/customers/${made.get('second')?.customer_id}`, { name: 'Bea, "B"' })
  await calls.patch(`/customers/${made.get('third')?.customer_id}`, { name: 'Carl' })
  await calls.remove(`/subscriptions/${idOf('third')}`)
  for (const [day, name] of [...made.keys()].entries()) {
    await query(
      `update subscription set created_at = $2, started_at = $2, amount = $3,
              current_period_start = $2, current_period_end = $4 where id = $1`,
      [idOf(name), `2026-03-0${day + 1}T12:00:00Z`, 300 - day, `2030-03-0${day + 1}T12:00:00Z`],
    )
  }
  await query('update subscription set discount_id = $2 where id = $1', [idOf('third'), discountId])
  await query(
    `update subscription set status = 'trialing', trial_end = current_period_end where id = $1`,
    [idOf('second')],
  )
})

const page = z.object({
  items: z.array(z.object({ id: z.string() })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

async function listed(text: string): Promise<string[]> {
  const names = new Map(Array.from(made, ([name, { id }]) => [id, name]))
  const answer = await calls.get(`/subscriptions/?${text}`)
  expect(answer).toMatchObject({ status: 200 })
  return page.parse(answer.body).items.map(({ id }) => names.get(id) ?? id)
}

it('lists the latest first, page by page', async () => {
  expect(await listed('')).toEqual(['third', 'second', 'first'])
  expect(await listed('limit=2&page=2')).toEqual(['first'])
  const { body } = await calls.get('/subscriptions/?limit=2')
  expect(body?.['pagination']).toEqual({ total_count: 3, max_page: 2 })
})

it.each([
  ['started_at', ['first', 'second', 'third']],
  ['customer', ['first', 'second', 'third']],
  ['-customer', ['third', 'second', 'first']],
  ['product', ['second', 'third', 'first']],
  ['amount', ['third', 'second', 'first']],
  ['-current_period_end', ['third', 'second', 'first']],
  ['status', ['first', 'third', 'second']],
])('sorts by %s', async (sorting, names) => {
  expect(await listed(`sorting=${sorting}`)).toEqual(names)
})

it('sorts by discount, those without one last', async () => {
  expect(await listed('sorting=discount&sorting=-amount')).toEqual(['third', 'first', 'second'])
})

it('filters by every parameter', async () => {
  const first = made.get('first')
  expect(await listed(`product_id=${first?.product_id}`)).toEqual(['first'])
  expect(await listed(`customer_id=${first?.customer_id}`)).toEqual(['first'])
  expect(await listed(`discount_id=${discountId}`)).toEqual(['third'])
  expect(await listed('query=ADAM')).toEqual(['first'])
  expect(await listed('query=%25')).toEqual([])
  expect(await listed('ending=true')).toEqual([])
  expect(await listed('active=true')).toEqual(['second', 'first'])
  expect(await listed('active=false')).toEqual(['third'])
  expect(await listed('status=canceled&status=trialing')).toEqual(['third', 'second'])
  expect(await listed('metadata[shop]=north&metadata[seats]=5')).toEqual(['first'])
  expect(await listed('metadata[shop]=north&metadata[shop]=south')).toEqual(['second', 'first'])
})

it.each([
  ['sorting=size', 'sorting'],
  ['active=maybe', 'active'],
  ['status=gone', 'status'],
  ['product_id=one', 'product_id'],
  ['limit=0', 'limit'],
])('refuses %s', async (text, field) => {
  const answer = await calls.get(`/subscriptions/?${text}`)
  expect(briefOf(answer)).toMatch(`422 RequestValidationError query.${field}`)
})

describe('the export', () => {
  const header = 'Email,Created At,Active,Product,Price,Currency,Interval'

  it('is a CSV file, the newest first', async () => {
    const answer = await fetchExport('text/csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('subscriptions.csv')
    const lines = answer.text.split('\r\n')
    expect(lines).toEqual([
      header,
      expect.stringMatching(/,2026-03-03T12:00:00.000Z,false,Bee,2.98,usd,month$/),
      expect.stringMatching(/,2026-03-02T12:00:00.000Z,true,ant,2.99,usd,month$/),
      expect.stringMatching(/,2026-03-01T12:00:00.000Z,true,Zebra,3.00,usd,month$/),
      '',
    ])
  })

  it('is the same text as a JSON string for callers that accept only JSON', async () => {
    const answer = await fetchExport('application/json')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.body).toBe((await fetchExport('text/csv')).text)
  })

  it.each([
    ['status=canceled', ['Bee']],
    ['active=true&sorting=product', ['ant', 'Zebra']],
    ['query=ADAM', ['Zebra']],
    ['sorting=started_at', ['Zebra', 'ant', 'Bee']],
    ['sorting=-discount', ['Bee', 'ant', 'Zebra']],
    ['metadata[shop]=south', ['ant']],
  ])('has what the list has with %s', async (text, products) => {
    const { text: file } = await fetchExport('text/csv', `?${text}`)
    const lines = file.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[3])).toEqual(products)
  })

  it.each([
    ['sorting=size', 'sorting'],
    ['status=gone', 'status'],
  ])('refuses %s like the list', async (text, field) => {
    const answer = await calls.get(`/subscriptions/export?${text}`)
    expect(briefOf(answer)).toMatch(`422 RequestValidationError query.${field}`)
  })

  it('has no rows of other organizations', async () => {
    const other = await createOrganization(server.current)
    const answer = await fetchExport('text/csv', `?organization_id=${other.id}`)
    expect(answer.text).toBe(`${header}\r\n`)
  })

  const fetchExport = async (accept: string, text = '') => {
    const answer = await calls.get(`/subscriptions/export${text}`, { accept })
    expect(answer.status).toBe(200)
    return answer
  }
})

describe('the state of a customer', () => {
  it('has active subscriptions, but no trials and no ended ones', async () => {
    const first = made.get('first')
    const stateOf = async (name: string) =>
      (await calls.get(`/customers/${made.get(name)?.customer_id}/state`)).body
    expect(await stateOf('first')).toMatchObject({
      id: first?.customer_id,
      name: 'adam',
      active_subscriptions: [
        {
          id: first?.id,
          status: 'active',
          product_id: first?.product_id,
          metadata: { shop: 'north', seats: 5 },
          custom_field_data: {},
          meters: [],
        },
      ],
      granted_benefits: [],
      active_meters: [],
    })
    expect(await stateOf('second')).toMatchObject({ active_subscriptions: [] })
    expect(await stateOf('third')).toMatchObject({ active_subscriptions: [] })
  })

  it('is found by external id', async () => {
    const customer = await newCustomer(calls, { external_id: 'their/17 é' })
    const { body } = await calls.get(
      `/customers/external/${encodeURIComponent('their/17 é')}/state`,
    )
    expect(body).toEqual((await calls.get(`/customers/${customer.id}/state`)).body)
  })

  it('is not found for an unknown customer', async () => {
    const unknownId = '00000000-0000-7000-8000-000000000000'
    for (const path of [`/customers/${unknownId}/state`, '/customers/external/nobody/state']) {
      expect(briefOf(await calls.get(path))).toBe('404 ResourceNotFound')
    }
  })
})
