import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })

const listed = z.object({
  items: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

async function newShop(): Promise<BillingCalls> {
  const shop = await createOrganization(server.current)
  return newBackend(server.current, shop, ['customers:write'])
}

const read = async (calls: BillingCalls, query: string) =>
  listed.parse((await calls.get(`/customers/?${query}`)).body)

const namesIn = async (calls: BillingCalls, query: string) =>
  (await read(calls, query)).items.map(({ name }) => name)

describe('listing customers', () => {
  let shop: BillingCalls

  beforeAll(async () => {
    shop = await newShop()
    clock.freeze()
    for (const input of [
      { name: 'Bee', email: 'B_e@hive.test', external_id: 'x-1', metadata: { plan: 'pro' } },
      { name: 'Ant', email: 'ant@hill.test', external_id: 'X%2', metadata: { plan: 'team', n: 5 } },
      { name: null, email: 'Cat@hill.test', metadata: { plan: 'pro', n: 5 } },
      { name: 'Dog 100%', email: 'dog@hill.test', external_id: 'b\\e' },
    ]) {
      await newCustomer(shop, input)
      clock.advance(1)
    }
    await newCustomer(await newShop(), { name: 'Bee', email: 'B_e@hive.test' })
    clock.resume()
  })
  afterAll(() => clock.resume())

  it.each<[string, (string | null)[]]>([
    ['', ['Dog 100%', null, 'Ant', 'Bee']],
    ['sorting=created_at', ['Bee', 'Ant', null, 'Dog 100%']],
    ['sorting=email', ['Ant', 'Bee', null, 'Dog 100%']],
    ['sorting=-email', ['Dog 100%', null, 'Bee', 'Ant']],
    ['sorting=name', ['Ant', 'Bee', 'Dog 100%', null]],
    ['sorting=-name', ['Dog 100%', 'Bee', 'Ant', null]],
    ['sorting=name&limit=2', ['Ant', 'Bee']],
    ['sorting=name&limit=2&page=2', ['Dog 100%', null]],
    ['sorting=name&limit=2&page=3', []],
    ['email=b_E@hive.test', ['Bee']],
    ['email=b@hive.test', []],
    ['query=HILL&sorting=created_at', ['Ant', null, 'Dog 100%']],
    ['query=be', ['Bee']],
    ['query=x-', ['Bee']],
    ['query=%25', ['Dog 100%', 'Ant']],
    ['query=_', ['Bee']],
    ['query=b%5C', ['Dog 100%']],
    ['query=nobody', []],
    ['metadata[plan]=pro&sorting=created_at', ['Bee', null]],
    ['metadata[plan]=pro&metadata[n]=5', [null]],
    ['metadata[plan]=pro&metadata[plan]=team&sorting=created_at', ['Bee', 'Ant', null]],
    ['query=hill&metadata[plan]=team', ['Ant']],
  ])('filters and sorts by %s', async (query, names) => {
    expect(await namesIn(shop, query)).toEqual(names)
  })

  it('answers the total count', async () => {
    const { pagination } = await read(shop, 'limit=3')
    expect(pagination).toEqual({ total_count: 4, max_page: 2 })
  })

  it.each([
    ['sorting=external_id', 'query.sorting'],
    ['page=0', 'query.page'],
    ['limit=0', 'query.limit'],
    ['organization_id=acme', 'query.organization_id'],
    [`email=${'x'.repeat(257)}`, 'query.email'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('refuses %s', async (query, place) => {
    expect(briefOf(await shop.get(`/customers/?${query}`))).toBe(
      `422 RequestValidationError ${place}`,
    )
  })
})

/** Walks all pages, creating a customer before each. */
async function turnPages(shop: BillingCalls, sorting: string, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (let page = 1; ; page++) {
    clock.advance(1)
    await newCustomer(shop)
    const { items } = await read(shop, `sorting=${sorting}&limit=${limit}&page=${page}`)
    seen.push(...items.map(({ id }) => id))
    if (items.length < limit) return seen
  }
}

it('paging misses no customer while others are created, and repeats none when sorted by age', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 2, max: 5 }),
      async (pauses, limit) => {
        const shop = await newShop()
        clock.freeze()
        const known: string[] = []
        for (const pause of pauses) {
          // Customers of the same instant are sorted by id.
          clock.advance(pause)
          known.push((await newCustomer(shop, { email: newAddress() })).id)
        }
        const oldestFirst = await turnPages(shop, 'created_at', limit)
        const newestFirst = await turnPages(shop, '-created_at', limit)
        clock.resume()
        expect(new Set(oldestFirst).size).toBe(oldestFirst.length)
        expect(known.filter((id) => !oldestFirst.includes(id))).toEqual([])
        expect(known.filter((id) => !newestFirst.includes(id))).toEqual([])
      },
    ),
    { numRuns: 6 },
  )
})
