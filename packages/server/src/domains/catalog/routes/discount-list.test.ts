import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer, testServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })

const listed = z.object({
  items: z.array(z.object({ name: z.string(), products: z.array(z.object({ id: z.string() })) })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

const callsOf = (site: TestServer, shop: OwnedOrganization) =>
  newBackend(site, shop, ['discounts:write', 'products:write', 'organizations:write'])

const read = async (calls: BillingCalls, query: string) =>
  listed.parse((await calls.get(`/discounts/?${query}`)).body)

describe('listing discounts', () => {
  let shop: BillingCalls

  beforeAll(async () => {
    shop = await callsOf(server.current, await createOrganization(server.current))
    clock.freeze()
    for (const [redeemed, input] of [
      { name: 'Bees', code: 'zzz' },
      { name: 'ants 100%', code: 'BBB' },
      { name: 'C_ats', code: null },
      { name: 'Dogs', code: 'aaa' },
    ].entries()) {
      const { id } = await newDiscount(shop, input)
      const { pool } = db.database
      await pool.query('update discount set redemptions_count = $1 where id = $2', [redeemed, id])
      clock.advance(1)
    }
    await newDiscount(await callsOf(server.current, await createOrganization(server.current)), {
      code: 'aaa',
    })
    clock.resume()
  })
  afterAll(() => clock.resume())

  it.each<[string, string[]]>([
    ['', ['Dogs', 'C_ats', 'ants 100%', 'Bees']],
    ['sorting=created_at', ['Bees', 'ants 100%', 'C_ats', 'Dogs']],
    ['sorting=name', ['ants 100%', 'Bees', 'C_ats', 'Dogs']],
    ['sorting=-name', ['Dogs', 'C_ats', 'Bees', 'ants 100%']],
    ['sorting=code', ['Dogs', 'ants 100%', 'Bees', 'C_ats']],
    ['sorting=-code', ['Bees', 'ants 100%', 'Dogs', 'C_ats']],
    ['sorting=redemptions_count', ['Bees', 'ants 100%', 'C_ats', 'Dogs']],
    ['sorting=-redemptions_count', ['Dogs', 'C_ats', 'ants 100%', 'Bees']],
    ['sorting=name&limit=3', ['ants 100%', 'Bees', 'C_ats']],
    ['sorting=name&limit=3&page=2', ['Dogs']],
    ['query=DOG', ['Dogs']],
    ['query=%25', ['ants 100%']],
    ['query=_', ['C_ats']],
    ['query=%5C', []],
    ['query=AA', ['Dogs']],
    ['query=zebra', []],
  ])('with “%s” returns the matching discounts in order', async (query, names) => {
    expect((await read(shop, query)).items.map(({ name }) => name)).toEqual(names)
  })

  it('refuses statuses that there are none of', async () => {
    expect(briefOf(await shop.get('/discounts/?status=expired'))).toBe(
      '422 RequestValidationError query.status',
    )
  })

  it('returns the total count and the number of pages', async () => {
    expect((await read(shop, 'limit=3')).pagination).toEqual({ total_count: 4, max_page: 2 })
  })

  it.each([
    ['sorting=amount', 'query.sorting'],
    ['page=0', 'query.page'],
    ['limit=0', 'query.limit'],
    ['organization_id=acme', 'query.organization_id'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await shop.get(`/discounts/?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })
})

describe('by status', () => {
  const day = (offset: number) =>
    new Date(clock.now().getTime() + offset * 86_400_000).toISOString()
  let shop: BillingCalls

  const namesIn = async (query: string) =>
    (await read(shop, `sorting=name&${query}`)).items.map(({ name }) => name)

  beforeAll(async () => {
    shop = await callsOf(server.current, await createOrganization(server.current))
    const { pool } = db.database
    for (const input of [
      { name: 'Always' },
      { name: 'Ended and used up', starts_at: day(-9), ends_at: day(5), max_redemptions: 1 },
      { name: 'Ended', ends_at: day(5) },
      { name: 'Later', starts_at: day(20) },
      { name: 'Later, used up', starts_at: day(20), max_redemptions: 1 },
      { name: 'Now', starts_at: day(-9), ends_at: day(90), max_redemptions: 2 },
      { name: 'Used up', max_redemptions: 1 },
    ]) {
      const { id } = await newDiscount(shop, { ...input, code: null })
      await pool.query('update discount set redemptions_count = 1 where id = $1', [id])
    }
  })

  it.each<[string, string[]]>([
    ['status=active', ['Always', 'Ended', 'Now']],
    ['status=scheduled', ['Later']],
    ['status=used_up', ['Ended and used up', 'Later, used up', 'Used up']],
    ['status=ended', []],
    ['status=scheduled&status=used_up&query=later', ['Later', 'Later, used up']],
  ])('returns what has it in real time: %s', async (query, names) => {
    expect(await namesIn(query)).toEqual(names)
  })

  it('follows the clock of the organization', async () => {
    expect(await shop.post('/clock/advance', { to: day(10) })).toMatchObject({ status: 200 })
    expect(await namesIn('status=ended')).toEqual(['Ended', 'Ended and used up'])
    expect(await namesIn('status=active')).toEqual(['Always', 'Now'])
    expect(await namesIn('status=used_up')).toEqual(['Later, used up', 'Used up'])
  })

  it('sorts by the end, with those without one last', async () => {
    const { items } = await read(shop, 'sorting=-ends_at&sorting=name&limit=3')
    expect(items.map(({ name }) => name)).toEqual(['Now', 'Ended', 'Ended and used up'])
  })

  it('exports what the list has, with its columns', async () => {
    const { status, headers, text } = await shop.get(
      '/discounts/export?status=used_up&sorting=name&columns=name&columns=status&columns=max_redemptions',
    )
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="discounts.csv"')
    expect(text).toBe(
      'name,status,max_redemptions\r\n"Later, used up",used_up,1\r\nUsed up,used_up,1\r\n',
    )
    const all = (await shop.get('/discounts/export?query=always')).text.split('\r\n')
    expect(all[0]).toMatch(/^id,created_at,modified_at,name,code,status,type,/)
    expect(all[1]).toMatch(/,Always,,active,percentage,,,/)
  })

  it.each([
    ['status=none', 'query.status'],
    ['columns=secret', 'query.columns'],
    ['sorting=amount', 'query.sorting'],
  ])('refuses to export %s', async (query, field) => {
    expect(briefOf(await shop.get(`/discounts/export?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })

  it('exports nothing of other sellers, and not without the scope', async () => {
    const other = await createOrganization(server.current)
    const stranger = await callsOf(server.current, other)
    expect((await stranger.get('/discounts/export?columns=name')).text).toBe('name\r\n')
    const token = await newBackend(server.current, other, ['orders:read'])
    expect(briefOf(await token.get('/discounts/export'))).toBe('403 NotPermitted')
  })
})

describe('a list of any length', () => {
  let counter: StatementCounter
  let counted: TestServer

  beforeAll(async () => {
    counter = await countStatements(db.url)
    // Without a worker, whose statements would be counted too.
    counted = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  })

  afterAll(async () => {
    await counted?.stop()
    await counter?.stop()
  })

  /** The minimum of several tries, because one of them may also record the token's use. */
  async function statementsOf(ask: () => Promise<unknown>): Promise<number> {
    const counts: number[] = []
    for (let tries = 0; tries < 3; tries++) {
      const before = counter.count()
      await ask()
      counts.push(counter.count() - before)
    }
    return Math.min(...counts)
  }

  test('their products are read in one statement', async () => {
    const shop = await createOrganization(counted)
    const calls = await callsOf(counted, shop)
    const made = await Promise.all(Array.from({ length: 3 }, () => newProduct(calls)))
    const [one, two, three] = made.map(({ id }) => id)
    await newDiscount(calls, { name: 'None' })
    // The access token, the discounts, their products.
    expect(await statementsOf(() => read(calls, 'limit=100'))).toBe(3)
    for (const products of [[one], [two, three], [one, three], [one, two, three]]) {
      await newDiscount(calls, { name: `For ${products.length}`, products })
    }
    expect(await statementsOf(() => read(calls, 'limit=100'))).toBe(3)
    const { items } = await read(calls, 'sorting=created_at&limit=100')
    expect(items.map(({ products }) => new Set(products.map(({ id }) => id)))).toEqual(
      [[], [one], [two, three], [one, three], [one, two, three]].map((ids) => new Set(ids)),
    )
  })
})
