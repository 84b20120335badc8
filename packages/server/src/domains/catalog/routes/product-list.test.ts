import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { newMeter } from '../../../../test/meters.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import {
  fixedPrice,
  freePrice,
  meteredPrice,
  newBenefitRow,
  newProduct,
} from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })

const listed = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

interface Shop extends OwnedOrganization {
  readonly calls: BillingCalls
}

async function newShop(): Promise<Shop> {
  const shop = await createOrganization(server.current)
  const scopes = ['products:write', 'meters:write'] as const
  return { ...shop, calls: await newBackend(server.current, shop, scopes) }
}

const read = async ({ calls }: Shop, query: string) =>
  listed.parse((await calls.get(`/products/?${query}`)).body)

const namesIn = async (shop: Shop, query: string) =>
  (await read(shop, query)).items.map(({ name }) => name)

describe('listing products', () => {
  let shop: Shop
  /** The ids of products and benefits by name. */
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    shop = await newShop()
    clock.freeze()
    const meter = await newMeter(shop.calls)
    const monthly = { recurring_interval: 'month' }
    for (const input of [
      { name: 'Ant_farm', prices: [fixedPrice(900)], metadata: { plan: 'pro' } },
      { name: 'bee hive', ...monthly, prices: [{ amount_type: 'custom', minimum_amount: 100 }] },
      { name: 'Cat 100%', prices: [freePrice], metadata: { plan: 'team', n: 5 } },
      { name: 'dog', ...monthly, prices: [meteredPrice(meter.id), fixedPrice(200)] },
      { name: 'Elk\\', recurring_interval: 'year', prices: [meteredPrice(meter.id)] },
    ]) {
      ids[input.name] = (await newProduct(shop.calls, input)).id
      clock.advance(1)
    }
    const give = async (name: string, benefits: string[]) => {
      const path = `/products/${ids[name]}/benefits`
      expect((await shop.calls.post(path, { benefits })).status).toBe(200)
    }
    const [chat, mail] = [
      await newBenefitRow(db.database, shop),
      await newBenefitRow(db.database, shop),
    ]
    Object.assign(ids, { chat, mail })
    await give('Ant_farm', [chat, mail])
    await give('dog', [mail])
    await shop.calls.patch(`/products/${ids['Cat 100%']}`, { is_archived: true })
    await newProduct((await newShop()).calls, { name: 'dog' })
    clock.resume()
  })
  afterAll(() => clock.resume())

  const everyName = ['Ant_farm', 'bee hive', 'Cat 100%', 'dog', 'Elk\\']

  it.each<[string, string[]]>([
    ['', everyName.toReversed()],
    ['sorting=created_at', everyName],
    ['sorting=-name', everyName.toReversed()],
    ['sorting=name', everyName],
    ['sorting=name&limit=2', ['Ant_farm', 'bee hive']],
    ['sorting=name&limit=2&page=3', ['Elk\\']],
    ['sorting=name&limit=2&page=4', []],
    // Free and metered prices count as zero, and a custom price as its minimum.
    ['sorting=price_amount&sorting=name', ['Cat 100%', 'Elk\\', 'bee hive', 'dog', 'Ant_farm']],
    ['sorting=-price_amount&sorting=name', ['Ant_farm', 'dog', 'bee hive', 'Cat 100%', 'Elk\\']],
    // Free, custom, fixed, metered.
    [
      'sorting=price_amount_type&sorting=name',
      ['Cat 100%', 'bee hive', 'Ant_farm', 'dog', 'Elk\\'],
    ],
    [
      'sorting=-price_amount_type&sorting=name',
      ['Elk\\', 'Ant_farm', 'dog', 'bee hive', 'Cat 100%'],
    ],
    ['query=E&sorting=name', ['bee hive', 'Elk\\']],
    ['query=%25', ['Cat 100%']],
    ['query=_', ['Ant_farm']],
    ['query=%5C', ['Elk\\']],
    ['query=zebra', []],
    ['is_archived=true', ['Cat 100%']],
    ['is_archived=false&sorting=name', ['Ant_farm', 'bee hive', 'dog', 'Elk\\']],
    ['is_recurring=true&sorting=name', ['bee hive', 'dog', 'Elk\\']],
    ['is_recurring=false&sorting=name', ['Ant_farm', 'Cat 100%']],
    ['is_recurring=false&is_archived=false', ['Ant_farm']],
    ['metadata[plan]=pro', ['Ant_farm']],
    ['metadata[plan]=pro&metadata[plan]=team&sorting=name', ['Ant_farm', 'Cat 100%']],
    ['metadata[n]=5', ['Cat 100%']],
  ])('with “%s” returns the matching products in order', async (query, names) => {
    expect(await namesIn(shop, query)).toEqual(names)
  })

  it('filters by ids and by any of several benefits, without duplicates', async () => {
    const by = (...pairs: [string, string][]) =>
      namesIn(shop, `${pairs.map(([key, name]) => `${key}=${ids[name]}`).join('&')}&sorting=name`)
    expect(await by(['id', 'dog'])).toEqual(['dog'])
    expect(await by(['id', 'dog'], ['id', 'bee hive'])).toEqual(['bee hive', 'dog'])
    expect(await by(['benefit_id', 'chat'])).toEqual(['Ant_farm'])
    expect(await by(['benefit_id', 'mail'])).toEqual(['Ant_farm', 'dog'])
    expect(await by(['benefit_id', 'chat'], ['benefit_id', 'mail'])).toEqual(['Ant_farm', 'dog'])
    expect(await by(['benefit_id', 'mail'], ['id', 'dog'])).toEqual(['dog'])
    expect(await by(['benefit_id', 'dog'])).toEqual([])
  })

  it('sorts by the active prices', async () => {
    const id = ids['bee hive']
    const raised = { prices: [fixedPrice(5000)] }
    expect((await shop.calls.patch(`/products/${id}`, raised)).status).toBe(200)
    expect((await namesIn(shop, 'sorting=-price_amount'))[0]).toBe('bee hive')
    await shop.calls.patch(`/products/${id}`, {
      prices: [{ amount_type: 'custom', minimum_amount: 100 }],
    })
    expect((await namesIn(shop, 'sorting=price_amount_type'))[1]).toBe('bee hive')
  })

  it('returns the total count and the number of pages', async () => {
    const { pagination } = await read(shop, 'limit=2')
    expect(pagination).toEqual({ total_count: 5, max_page: 3 })
  })

  it('is empty for another organization', async () => {
    const { id } = await newShop()
    expect((await read(shop, `organization_id=${id}`)).items).toEqual([])
  })

  it.each([
    ['sorting=price', 'query.sorting'],
    ['page=0', 'query.page'],
    ['limit=0', 'query.limit'],
    ['id=dog', 'query.id'],
    ['benefit_id=mail', 'query.benefit_id'],
    ['is_archived=maybe', 'query.is_archived'],
    ['is_recurring=1', 'query.is_recurring'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await shop.calls.get(`/products/?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })
})

/** Reads all pages, creating another product before each. */
async function turnPages(shop: Shop, sorting: string, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (let page = 1; ; page++) {
    clock.advance(1)
    await newProduct(shop.calls)
    const { items } = await read(shop, `sorting=${sorting}&limit=${limit}&page=${page}`)
    seen.push(...items.map(({ id }) => id))
    if (items.length < limit) return seen
  }
}

it('paging while products are created skips none, and by age returns none twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 2, max: 5 }),
      async (pauses, limit) => {
        const shop = await newShop()
        clock.freeze()
        const known: string[] = []
        for (const pause of pauses) {
          // Several have the same instant and are ordered by id.
          clock.advance(pause)
          known.push((await newProduct(shop.calls)).id)
        }
        const oldestFirst = await turnPages(shop, 'created_at', limit)
        const newestFirst = await turnPages(shop, '-created_at', limit)
        clock.resume()
        expect(new Set(oldestFirst).size).toBe(oldestFirst.length)
        expect(known.filter((id) => !oldestFirst.includes(id))).toEqual([])
        expect(known.filter((id) => !newestFirst.includes(id))).toEqual([])
      },
    ),
    { numRuns: 4 },
  )
})
