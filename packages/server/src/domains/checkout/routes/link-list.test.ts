import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { newLink } from '../../../../test/checkout-links.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer, testServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })

const listed = z.object({
  items: z.array(
    z.object({
      label: z.nullable(z.string()),
      metadata: z.object({ mark: z.optional(z.string()) }),
      products: z.array(z.object({ id: z.string() })),
      discount: z.nullable(z.object({ id: z.string() })),
    }),
  ),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

async function callsOf(site: TestServer, shop: OwnedOrganization): Promise<BillingCalls> {
  const scopes = ['checkout_links:write', 'products:write', 'discounts:write'] as const
  return newBackend(site, shop, scopes)
}

const read = async (calls: BillingCalls, query: string) =>
  listed.parse((await calls.get(`/checkout-links/?${query}`)).body)

describe('the list of checkout links', () => {
  let shop: BillingCalls
  let course: string
  let club: string

  beforeAll(async () => {
    shop = await callsOf(server.current, await createOrganization(server.current))
    course = (await newProduct(shop, { name: 'Course 100%' })).id
    club = (await newProduct(shop, { name: 'Club' })).id
    clock.freeze()
    for (const [mark, input] of [
      ['a', { label: 'poster', products: [course] }],
      ['b', { label: 'Flyer', products: [course, club], success_url: 'https://b.example' }],
      ['c', { label: null, products: [club], allow_discount_codes: false }],
      ['d', { label: 'Mail_2', products: [club], success_url: 'https://a.example' }],
    ] as const) {
      await newLink(shop, { ...input, metadata: { mark } })
      clock.advance(1)
    }
    await newLink(await callsOf(server.current, await createOrganization(server.current)), {
      label: 'poster',
    })
    clock.resume()
  })
  afterAll(() => clock.resume())

  it.each<[string, string]>([
    ['', 'abcd'],
    ['sorting=-created_at', 'dcba'],
    ['sorting=label', 'bdac'],
    ['sorting=-label', 'adbc'],
    ['sorting=success_url', 'dbac'],
    ['sorting=-success_url', 'bdca'],
    ['sorting=allow_discount_codes', 'cabd'],
    ['sorting=-allow_discount_codes&sorting=-created_at', 'dbac'],
    ['limit=3', 'abc'],
    ['limit=3&page=2', 'd'],
    ['query=POST', 'a'],
    ['query=club', 'bcd'],
    ['query=%25', 'ab'],
    ['query=_', 'd'],
    ['query=nothing', ''],
    [`product_id=${newId('product')}`, ''],
  ])('supports %s', async (query, marks) => {
    const { items } = await read(shop, query)
    expect(items.map(({ metadata }) => metadata.mark).join('')).toBe(marks)
  })

  it('can be filtered by one or several products', async () => {
    const marksOf = async (query: string) =>
      (await read(shop, query)).items.map(({ metadata }) => metadata.mark).join('')
    expect(await marksOf(`product_id=${course}`)).toBe('ab')
    expect(await marksOf(`product_id=${course}&product_id=${club}`)).toBe('abcd')
    expect(await marksOf(`product_id=${club}&query=poster`)).toBe('')
  })

  it('contains the total count', async () => {
    expect((await read(shop, 'limit=3')).pagination).toEqual({ total_count: 4, max_page: 2 })
  })

  it.each([
    ['sorting=url', 'query.sorting'],
    ['page=0', 'query.page'],
    ['product_id=course', 'query.product_id'],
    ['organization_id=acme', 'query.organization_id'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await shop.get(`/checkout-links/?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })
})

describe('a list of any length', () => {
  let counter: StatementCounter
  let counted: TestServer

  beforeAll(async () => {
    counter = await countStatements(db.url)
    // Without a worker, because its statements would be counted.
    counted = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  })

  afterAll(async () => {
    await counted?.stop()
    await counter?.stop()
  })

  /** The minimum of some tries, because one of them may record the use of the token. */
  async function statementsOf(ask: () => Promise<unknown>): Promise<number> {
    const counts: number[] = []
    for (let tries = 0; tries < 3; tries++) {
      const before = counter.count()
      await ask()
      counts.push(counter.count() - before)
    }
    return Math.min(...counts)
  }

  test('takes a fixed number of statements', async () => {
    const calls = await callsOf(counted, await createOrganization(counted))
    const made = await Promise.all(Array.from({ length: 3 }, () => newProduct(calls)))
    const [one = '', two = '', three = ''] = made.map(({ id }) => id)
    const offers = [[one], [two, three], [three, one], [one, two, three]]
    const discounts: string[] = []
    for (const products of offers) {
      const { id: discount_id } = await newDiscount(calls)
      discounts.push(discount_id)
      await newLink(calls, { products, discount_id })
    }
    const few = await statementsOf(() => read(calls, 'limit=1'))
    // One more for the count, which a complete page does not need.
    expect(await statementsOf(() => read(calls, 'limit=100'))).toBe(few - 1)
    const { items } = await read(calls, 'limit=100')
    expect(items.map(({ products }) => products.map(({ id }) => id))).toEqual(offers)
    expect(items.map(({ discount }) => discount?.id)).toEqual(discounts)
  })
})
