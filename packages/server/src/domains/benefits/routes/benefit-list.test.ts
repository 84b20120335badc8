import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fileInState, newBenefit } from '../../../../test/benefits.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
const clock = movableClock()
let counter: StatementCounter
let server: TestServer
let shop: BillingCalls

const listed = z.object({
  items: z.array(z.object({ description: z.string() })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

async function newShop() {
  const shop = await createOrganization(server)
  return { ...shop, calls: await newBackend(server, shop, ['benefits:write']) }
}

const keys = { type: 'license_keys', properties: { prefix: 'X' } }

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose statements would be counted too.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' }, { clock })
  const acme = await newShop()
  shop = acme.calls
  const files = [await fileInState(server, acme), await fileInState(server, acme)]
  clock.freeze()
  for (const input of [
    { description: 'Bees', metadata: { plan: 'pro' } },
    { description: 'Ants', ...keys, metadata: { plan: 'team', n: 5 } },
    { description: '100% cats', type: 'downloadables', properties: { files } },
    { description: 'Dog_days', ...keys, metadata: { plan: 'pro', n: 5 } },
  ]) {
    await newBenefit(shop, input)
    clock.advance(1)
  }
  await newBenefit((await newShop()).calls, { description: 'Bees of others' })
  clock.resume()
})

afterAll(async () => {
  clock.resume()
  await server?.stop()
  await counter?.stop()
})

const read = async (query: string) => listed.parse((await shop.get(`/benefits/?${query}`)).body)

const namesIn = async (query: string) =>
  (await read(query)).items.map(({ description }) => description)

describe('listing benefits', () => {
  it.each<[string, string[]]>([
    ['', ['Dog_days', '100% cats', 'Ants', 'Bees']],
    ['sorting=created_at', ['Bees', 'Ants', '100% cats', 'Dog_days']],
    ['sorting=description', ['100% cats', 'Ants', 'Bees', 'Dog_days']],
    ['sorting=-description', ['Dog_days', 'Bees', 'Ants', '100% cats']],
    ['sorting=description&limit=3&page=2', ['Dog_days']],
    ['type=license_keys', ['Dog_days', 'Ants']],
    ['type=license_keys&type=custom', ['Dog_days', 'Ants', 'Bees']],
    ['type=discord', []],
    ['query=BEE', ['Bees']],
    ['query=%25', ['100% cats']],
    ['query=_', ['Dog_days']],
    ['query=nothing', []],
    ['metadata[plan]=pro', ['Dog_days', 'Bees']],
    ['metadata[plan]=pro&metadata[n]=5', ['Dog_days']],
    ['type=license_keys&query=s&metadata[plan]=team', ['Ants']],
  ])('with “%s” returns the matching benefits in order', async (query, names) => {
    expect(await namesIn(query)).toEqual(names)
  })

  it('returns the total count and the number of pages', async () => {
    expect((await read('limit=3')).pagination).toEqual({ total_count: 4, max_page: 2 })
  })

  it.each([
    ['sorting=type', 'query.sorting'],
    ['type=puppy', 'query.type'],
    ['limit=0', 'query.limit'],
    ['organization_id=acme', 'query.organization_id'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await shop.get(`/benefits/?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })
})

it('takes as many statements for a hundred benefits as for one, files included', async () => {
  const many = await newShop()
  const files = [await fileInState(server, many), await fileInState(server, many)]
  const statementsOf = async (count: number) => {
    const counts: number[] = []
    for (let tries = 0; tries < 3; tries++) {
      const before = counter.count()
      const { items } = listed.parse((await many.calls.get('/benefits/?limit=100')).body)
      expect(items).toHaveLength(count)
      counts.push(counter.count() - before)
    }
    return Math.min(...counts)
  }
  const add = () => newBenefit(many.calls, { type: 'downloadables', properties: { files } })
  await add()
  const ofOne = await statementsOf(1)
  for (let made = 1; made < 100; made += 11) await Promise.all(Array.from({ length: 11 }, add))
  // The access token and the list.
  expect([ofOne, await statementsOf(100)]).toEqual([2, 2])
})
