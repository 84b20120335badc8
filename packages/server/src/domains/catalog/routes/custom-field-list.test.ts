import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomField } from '../../../../test/custom-fields.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })

const listed = z.object({
  items: z.array(z.object({ slug: z.string() })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

async function newShop(): Promise<BillingCalls> {
  const shop = await createOrganization(server.current)
  return newBackend(server.current, shop, ['custom_fields:write'])
}

const read = async (calls: BillingCalls, query: string) =>
  listed.parse((await calls.get(`/custom-fields/?${query}`)).body)

describe('listing custom fields', () => {
  let shop: BillingCalls

  beforeAll(async () => {
    shop = await newShop()
    clock.freeze()
    const options = [{ value: 's', label: 'Small' }]
    for (const input of [
      { slug: 'size', name: 'Größe', type: 'select', properties: { options } },
      { slug: 'note', name: 'A note, 100%' },
      { slug: 'born_on', name: 'Birthday', type: 'date' },
      { slug: 'age', name: 'Years', type: 'number' },
    ]) {
      await newCustomField(shop, input)
      clock.advance(1)
    }
    await newCustomField(await newShop(), { slug: 'note' })
    clock.resume()
  })
  afterAll(() => clock.resume())

  it.each<[string, string[]]>([
    ['', ['age', 'born_on', 'note', 'size']],
    ['sorting=-slug', ['size', 'note', 'born_on', 'age']],
    ['sorting=created_at', ['size', 'note', 'born_on', 'age']],
    ['sorting=-created_at', ['age', 'born_on', 'note', 'size']],
    ['sorting=name', ['note', 'born_on', 'size', 'age']],
    ['sorting=-name', ['age', 'size', 'born_on', 'note']],
    ['sorting=type', ['born_on', 'age', 'size', 'note']],
    ['sorting=-type', ['note', 'size', 'age', 'born_on']],
    ['limit=3', ['age', 'born_on', 'note']],
    ['limit=3&page=2', ['size']],
    ['type=date', ['born_on']],
    ['type=date&type=select', ['born_on', 'size']],
    ['type=checkbox', []],
    ['query=BIRTH', ['born_on']],
    ['query=ote', ['note']],
    ['query=_', ['born_on']],
    ['query=%25', ['note']],
    ['query=e&type=select&type=text', ['note', 'size']],
    ['query=nothing', []],
  ])('with “%s” returns the matching fields in order', async (query, slugs) => {
    expect((await read(shop, query)).items.map(({ slug }) => slug)).toEqual(slugs)
  })

  it('returns the total count and the number of pages', async () => {
    expect((await read(shop, 'limit=3')).pagination).toEqual({ total_count: 4, max_page: 2 })
  })

  it.each([
    ['sorting=properties', 'query.sorting'],
    ['type=color', 'query.type'],
    ['page=0', 'query.page'],
    ['limit=0', 'query.limit'],
    ['organization_id=acme', 'query.organization_id'],
    [`query=${'x'.repeat(257)}`, 'query.query'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await shop.get(`/custom-fields/?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })
})
