import type { Filter } from '@polar-sh/sdk/models/components/filter.js'
import type { FilterClause } from '@polar-sh/sdk/models/components/filterclause.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, inDashboard, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['meters:write'])).token
})

const backend = () => asBackend(site, token)

const everything: Filter = { conjunction: 'and', clauses: [] }

describe('the backend of Acme', () => {
  it('creates a meter and reads it with the official client', async () => {
    const { meters } = backend()
    const input = {
      name: 'Tokens of the lite model',
      filter: {
        conjunction: 'and',
        clauses: [
          { property: 'name', operator: 'eq', value: 'completion' },
          {
            conjunction: 'or',
            clauses: [
              { property: 'model_name', operator: 'like', value: 'lite%' },
              { property: 'modelTier', operator: 'lte', value: 2 },
              { property: 'isTest', operator: 'ne', value: true },
            ],
          },
        ],
      },
      aggregation: { func: 'sum', property: 'total_tokens' },
      metadata: { unit_name: 'token', perThousand: 0.5 },
    } as const satisfies Parameters<typeof meters.create>[0]
    const created = await meters.create(input)
    expect(created).toMatchObject({
      ...input,
      organizationId: acme.organizationId,
      createdAt: expect.any(Date),
      modifiedAt: null,
    })
    expect(await meters.get({ id: created.id })).toEqual(created)
  })

  it('creates a meter with each aggregation', async () => {
    const { meters } = backend()
    const functions = ['sum', 'max', 'min', 'avg'] as const
    const aggregations = [
      { func: 'count' } as const,
      ...functions.map((func) => ({ func, property: 'size' })),
    ]
    for (const aggregation of aggregations) {
      const name = `By ${aggregation.func}`
      const created = await meters.create({ name, filter: everything, aggregation })
      expect(created.aggregation).toEqual(aggregation)
    }
  })

  it('reads meters of unique values as counts', async () => {
    const aggregation = { func: 'count', unique_property: 'user_id' }
    const made = await fetch(`${site.url}/v1/meters/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Users', filter: everything, aggregation }),
    })
    expect(made.status).toBe(201)
    const { id, ...meter } = await made.json()
    expect(meter).toMatchObject({ aggregation })
    const { meters } = backend()
    expect(await meters.get({ id })).toMatchObject({ aggregation: { func: 'count' } })
    for await (const page of await meters.list({ query: 'Users' })) {
      expect(page.result.items).toMatchObject([{ id, aggregation: { func: 'count' } }])
    }
  })

  it('updates the filter and the aggregation of a meter', async () => {
    const { meters } = backend()
    const { id } = await meters.create({
      name: 'Calls',
      filter: everything,
      aggregation: { func: 'count' },
      metadata: { plan: 'pro' },
    })
    const changed = await meters.update({ id, meterUpdate: { name: 'All calls' } })
    expect(changed).toMatchObject({
      name: 'All calls',
      filter: everything,
      aggregation: { func: 'count' },
      metadata: { plan: 'pro' },
      modifiedAt: expect.any(Date),
    })
    const filter: Filter = {
      conjunction: 'or',
      clauses: [{ property: 'path', operator: 'not_like', value: '/health' }],
    }
    const aggregation = { func: 'max', property: 'milliseconds' } as const
    const replaced = await meters.update({ id, meterUpdate: { filter, aggregation } })
    expect(replaced).toMatchObject({ name: 'All calls', filter, aggregation })
    expect(await meters.get({ id })).toEqual(replaced)
  })

  it('lists a hundred meters page by page, sorted by name', async () => {
    const crowd = await newSeller(site, 'crowd')
    const key = await newToken(crowd, ['meters:write'])
    const { meters } = asBackend(site, key.token)
    const numbers = Array.from({ length: 100 }, (_, number) => number)
    const create = (number: number) =>
      meters.create({
        name: `Meter ${String(number).padStart(3, '0')}`,
        filter: {
          conjunction: number % 2 === 0 ? 'and' : 'or',
          clauses: [
            { property: 'number', operator: 'gt', value: number },
            { conjunction: 'or', clauses: [] },
          ],
        },
        aggregation: number % 3 === 0 ? { func: 'count' } : { func: 'avg', property: 'number' },
        metadata: { number, isEven: number % 2 === 0 },
      })
    for (let done = 0; done < numbers.length; done += 20) {
      await Promise.all(numbers.slice(done, done + 20).map(create))
    }
    const seen: unknown[] = []
    for await (const page of await meters.list({ limit: 30 })) {
      expect(page.result.pagination).toEqual({ totalCount: 100, maxPage: 4 })
      seen.push(...page.result.items.map(({ metadata }) => metadata['number']))
    }
    expect(seen).toEqual(numbers)
    const last = await meters.list({ sorting: ['-name'], limit: 1, metadata: { isEven: true } })
    expect(last.result.items).toMatchObject([{ name: 'Meter 098' }])
    const found = await meters.list({ query: 'meter 04', limit: 100 })
    expect(found.result.items).toHaveLength(10)
  })
})

/** Any text without NUL, which PostgreSQL cannot store. */
const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((some) => !some.includes('\0'))

const clauses = fc.record<FilterClause>({
  property: fc.oneof(
    text.filter((some) => some !== ''),
    fc.constantFrom('name', 'metadata.snake_case', 'camelCase', '__proto__', 'clauses'),
  ),
  operator: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'),
  value: fc.oneof(text, fc.maxSafeInteger(), fc.boolean()),
})

const filters = (depth: number): fc.Arbitrary<Filter> =>
  fc.record({
    conjunction: fc.constantFrom('and', 'or'),
    clauses: fc.array(depth === 1 ? clauses : fc.oneof(clauses, filters(depth - 1)), {
      maxLength: 4,
    }),
  })

it('any tree of clauses is returned unchanged', async () => {
  const { meters } = backend()
  await fc.assert(
    fc.asyncProperty(filters(3), async (filter) => {
      const created = await meters.create({
        name: 'A tree',
        filter,
        aggregation: { func: 'count' },
      })
      expect(created.filter).toEqual(filter)
      expect((await meters.get({ id: created.id })).filter).toEqual(filter)
    }),
    { numRuns: 60 },
  )
})

describe('a refused call', () => {
  it('names the invalid clause', async () => {
    const { meters } = backend()
    const clause: FilterClause = { property: 'size', operator: 'gt', value: 5 }
    const tooMany: Filter = {
      conjunction: 'or',
      clauses: Array.from({ length: 100 }, () => clause),
    }
    const invalid: [Filter, (string | number)[]][] = [
      [
        { conjunction: 'and', clauses: [clause, { ...clause, property: '' }] },
        ['clauses', 1, 'property'],
      ],
      [{ conjunction: 'and', clauses: [clause, tooMany] }, ['clauses', 1, 'clauses', 98]],
    ]
    for (const [filter, place] of invalid) {
      const error = await thrown(
        meters.create({ name: 'Sizes', filter, aggregation: { func: 'count' } }),
      )
      expect(error).toBeInstanceOf(HTTPValidationError)
      expect(error).toMatchObject({ detail: [{ loc: ['body', 'filter', ...place] }] })
    }
  })

  it('names the missing write scope', async () => {
    const { token: reading } = await newToken(acme, ['meters:read'])
    const error = await thrown(
      asBackend(site, reading).meters.create({
        name: 'Calls',
        filter: everything,
        aggregation: { func: 'count' },
      }),
    )
    expect(error).toMatchObject({ statusCode: 403 })
  })
})

it('other organizations cannot find a meter', async () => {
  const { id } = await backend().meters.create({
    name: 'Ours',
    filter: everything,
    aggregation: { func: 'count' },
  })
  const beta = await newSeller(site, 'beta')
  const theirs = await newToken(beta, ['meters:write'])
  const { meters } = asBackend(site, theirs.token)
  expect(await thrown(meters.get({ id }))).toBeInstanceOf(ResourceNotFound)
  expect(await thrown(meters.update({ id, meterUpdate: { name: 'Mine' } }))).toBeInstanceOf(
    ResourceNotFound,
  )
  expect((await meters.list({ organizationId: acme.organizationId })).result.items).toEqual([])
})

it('a seller lists meters in the dashboard by naming the organization', async () => {
  const { meters } = inDashboard(acme.person)
  const { organizationId } = acme
  const created = await meters.create({
    name: 'Of the dashboard',
    filter: everything,
    aggregation: { func: 'count' },
    organizationId,
  })
  const { result } = await meters.list({ organizationId, query: 'dashboard' })
  expect(result.items).toEqual([created])
})
