import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { newLink } from '../../../../test/checkout-links.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
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

async function callsOf(site: TestServer, shop: Founded): Promise<BillingCalls> {
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
    shop = await callsOf(server.current, await found(server.current))
    course = (await newProduct(shop, { name: 'Course 100%' })).id
    club = (await newProduct(shop, { name: 'Club' })).id
    clock.stand()
    for (const [mark, wish] of [
      ['a', { label: 'poster', products: [course] }],
      ['b', { label: 'Flyer', products: [course, club], success_url: 'https://b.example' }],
      ['c', { label: null, products: [club], allow_discount_codes: false }],
      ['d', { label: 'Mail_2', products: [club], success_url: 'https://a.example' }],
    ] as const) {
      await newLink(shop, { ...wish, metadata: { mark } })
      clock.advance(1)
    }
    await newLink(await callsOf(server.current, await found(server.current)), { label: 'poster' })
    clock.go()
  })
  afterAll(() => clock.go())

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
  ])('asked with %s', async (query, marks) => {
    const { items } = await read(shop, query)
    expect(items.map(({ metadata }) => metadata.mark).join('')).toBe(marks)
  })

  it('can be asked for those of a product, or of one of several', async () => {
    const marksOf = async (query: string) =>
      (await read(shop, query)).items.map(({ metadata }) => metadata.mark).join('')
    expect(await marksOf(`product_id=${course}`)).toBe('ab')
    expect(await marksOf(`product_id=${course}&product_id=${club}`)).toBe('abcd')
    expect(await marksOf(`product_id=${club}&query=poster`)).toBe('')
  })

  it('tells how many there are', async () => {
    expect((await read(shop, 'limit=3')).pagination).toEqual({ total_count: 4, max_page: 2 })
  })

  it.each([
    ['sorting=url', 'query.sorting'],
    ['page=0', 'query.page'],
    ['product_id=course', 'query.product_id'],
    ['organization_id=acme', 'query.organization_id'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('can’t be asked with %s', async (query, place) => {
    expect(briefOf(await shop.get(`/checkout-links/?${query}`))).toBe(
      `422 RequestValidationError ${place}`,
    )
  })
})

describe('however many there are', () => {
  let counter: StatementCounter
  let counted: TestServer

  beforeAll(async () => {
    counter = await countStatements(db.url)
    // Without a worker, whose own statements would come in between.
    counted = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  })

  afterAll(async () => {
    await counted?.stop()
    await counter?.stop()
  })

  /** The fewest of some tries: the use of the token may be noted in one of them. */
  async function statementsOf(ask: () => Promise<unknown>): Promise<number> {
    const counts: number[] = []
    for (let tries = 0; tries < 3; tries++) {
      const before = counter.count()
      await ask()
      counts.push(counter.count() - before)
    }
    return Math.min(...counts)
  }

  test('what belongs to them is read at once', async () => {
    const calls = await callsOf(counted, await found(counted))
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
    // One more, since there are more of them than the page: how many.
    expect(await statementsOf(() => read(calls, 'limit=100'))).toBe(few - 1)
    const { items } = await read(calls, 'limit=100')
    expect(items.map(({ products }) => products.map(({ id }) => id))).toEqual(offers)
    expect(items.map(({ discount }) => discount?.id)).toEqual(discounts)
  })
})
