import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { newMeter } from '../../../../test/meters.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })

const listed = z.object({
  items: z.array(z.object({ name: z.string() })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

async function newShop(): Promise<BillingCalls> {
  const shop = await createOrganization(server.current)
  return newBackend(server.current, shop, ['meters:write'])
}

let shop: BillingCalls

beforeAll(async () => {
  shop = await newShop()
  clock.freeze()
  for (const input of [
    { name: 'Tokens', metadata: { plan: 'pro' } },
    { name: 'API calls', metadata: { plan: 'team', n: 5 } },
    { name: 'Disk 50%', metadata: { plan: 'pro', n: 5, live: true } },
    { name: 'disk_io', metadata: { rate: 0.5 } },
  ]) {
    await newMeter(shop, input)
    clock.advance(1)
  }
  await newMeter(await newShop(), { name: 'Tokens', metadata: { plan: 'pro' } })
  clock.resume()
})

afterAll(() => clock.resume())

const read = async (query: string) => listed.parse((await shop.get(`/meters/?${query}`)).body)

const byAge = ['Tokens', 'API calls', 'Disk 50%', 'disk_io']

describe('listing meters', () => {
  it.each<[string, string[]]>([
    ['sorting=created_at', byAge],
    ['sorting=-created_at', [...byAge].reverse()],
    ['sorting=created_at&limit=3&page=2', ['disk_io']],
    ['sorting=created_at&limit=3&page=3', []],
    ['query=TOKEN', ['Tokens']],
    ['query=s', ['API calls', 'Disk 50%', 'Tokens', 'disk_io']],
    ['query=%25', ['Disk 50%']],
    ['query=k_', ['disk_io']],
    ['query=nothing', []],
    ['metadata[plan]=pro', ['Disk 50%', 'Tokens']],
    ['metadata[plan]=pro&metadata[n]=5', ['Disk 50%']],
    ['metadata[plan]=pro&metadata[plan]=team', ['API calls', 'Disk 50%', 'Tokens']],
    ['metadata[rate]=0.5', ['disk_io']],
    ['metadata[live]=true', ['Disk 50%']],
    ['query=disk&metadata[n]=5', ['Disk 50%']],
  ])('with %s returns the matching meters in order', async (query, names) => {
    const { items } = await read(query)
    const found = items.map(({ name }) => name)
    expect(query.includes('sorting') ? found : [...found].sort()).toEqual(names)
  })

  it('sorts by name by default', async () => {
    const names = async (query: string) => (await read(query)).items.map(({ name }) => name)
    const byDefault = await names('')
    expect(byDefault).toEqual(await names('sorting=name'))
    expect(byDefault).toEqual((await names('sorting=-name')).reverse())
    expect(byDefault.indexOf('API calls')).toBeLessThan(byDefault.indexOf('Tokens'))
  })

  it('returns the total count and the number of pages', async () => {
    expect((await read('limit=3')).pagination).toEqual({ total_count: 4, max_page: 2 })
  })

  it.each([
    ['sorting=metadata', 'query.sorting'],
    ['page=0', 'query.page'],
    ['limit=0', 'query.limit'],
    ['organization_id=acme', 'query.organization_id'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await shop.get(`/meters/?${query}`))).toBe(`422 RequestValidationError ${field}`)
  })
})
