import { describe, expect, it } from 'vitest'
import { bareMeter, newMeter } from '../../../../test/meters.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(['meters:write'])

const unknownId = '00000000-0000-7000-8000-000000000000'

const clause = { property: 'model_name', operator: 'eq', value: 'lite' }

const whole = {
  name: 'Tokens of lite',
  filter: {
    conjunction: 'and',
    clauses: [
      clause,
      { conjunction: 'or', clauses: [{ property: 'isTest', operator: 'ne', value: true }] },
      { property: 'tokens', operator: 'gte', value: 10 },
    ],
  },
  aggregation: { func: 'sum', property: 'total_tokens' },
  metadata: { plan: 'pro', seats: 5, rate: 0.5, snake_case: true, camelCase: false },
}

describe('creating a meter', () => {
  it('stores every field and returns the whole meter', async () => {
    const { status, body } = await calls.post('/meters/', whole)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...whole,
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: acme.id,
      is_archived: false,
      counts_from: body?.['created_at'],
      unit: 'scalar',
    })
    expect((await calls.get(`/meters/${String(body?.['id'])}`)).body).toEqual(body)
  })

  it('requires only a name, a filter and an aggregation', async () => {
    const { body } = await calls.post('/meters/', bareMeter)
    expect(body).toMatchObject({ ...bareMeter, metadata: {} })
  })

  it.each<[string, object, string]>([
    ['no name', { name: undefined }, 'body.name'],
    ['a name that is too short', { name: ' ab ' }, 'body.name'],
    ['no filter', { filter: null }, 'body.filter'],
    [
      'an unknown conjunction',
      { filter: { conjunction: 'xor', clauses: [] } },
      'body.filter.conjunction',
    ],
    [
      'a clause without an operator',
      { filter: { conjunction: 'or', clauses: [clause, { ...clause, operator: 'is' }] } },
      'body.filter.clauses.1.operator',
    ],
    [
      'an unknown field of a clause',
      { filter: { conjunction: 'or', clauses: [{ ...clause, negated: true }] } },
      'body.filter.clauses.0.negated',
    ],
    [
      'one clause too many',
      { filter: { conjunction: 'or', clauses: Array.from({ length: 101 }, () => clause) } },
      'body.filter.clauses.100',
    ],
    ['no aggregation', { aggregation: undefined }, 'body.aggregation'],
    ['an unknown aggregation', { aggregation: { func: 'median' } }, 'body.aggregation.func'],
    [
      'an average without a property',
      { aggregation: { func: 'avg' } },
      'body.aggregation.property',
    ],
    [
      'a count with a property',
      { aggregation: { func: 'count', property: 'tokens' } },
      'body.aggregation.property',
    ],
    ['too much metadata', { metadata: { key: 'x'.repeat(501) } }, 'body.metadata.key'],
    ['another organization', { organization_id: unknownId }, 'body.organization_id'],
    ['an unknown field', { unit: 'tokens' }, 'body.unit'],
  ])('refuses %s and points at the field', async (_title, given, field) => {
    const answer = await calls.post('/meters/', { ...bareMeter, ...given })
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
  })

  it('creates one meter for one idempotency key', async () => {
    const key = { 'idempotency-key': 'one-meter' }
    const first = await calls.post('/meters/', whole, key)
    expect((await calls.post('/meters/', whole, key)).text).toBe(first.text)
  })

  it('allows two meters with the same name', async () => {
    const first = await newMeter(calls, { name: 'Twice' })
    expect((await newMeter(calls, { name: 'Twice' })).id).not.toBe(first.id)
  })
})

it('the OpenAPI document describes filters as recursive', async () => {
  const answer = await fetch(`${server.current.url}/openapi.json`)
  const filterSchema = { $ref: '#/components/schemas/MeterFilterInput' }
  const items = { anyOf: [{ required: ['property', 'operator', 'value'] }, filterSchema] }
  const ofBody = { schema: { properties: { filter: filterSchema } } }
  expect(await answer.json()).toMatchObject({
    paths: {
      '/v1/meters/': { post: { requestBody: { content: { 'application/json': ofBody } } } },
    },
    components: { schemas: { MeterFilterInput: { properties: { clauses: { items } } } } },
  })
})

describe('changing a meter', () => {
  it('keeps absent fields, and required ones that are null', async () => {
    const { id } = await newMeter(calls, whole)
    const renamed = await calls.patch(`/meters/${id}`, {
      name: ' Words ',
      filter: null,
      aggregation: null,
    })
    expect(renamed).toMatchObject({
      status: 200,
      body: { ...whole, name: 'Words', modified_at: expect.any(String) },
    })
    expect((await calls.patch(`/meters/${id}`, { metadata: null })).body).toEqual({
      ...renamed.body,
      metadata: {},
      modified_at: expect.any(String),
    })
  })

  it('replaces a filter and an aggregation as a whole', async () => {
    const { id } = await newMeter(calls, whole)
    const { filter, aggregation } = bareMeter
    const changed = await calls.patch(`/meters/${id}`, { filter, aggregation })
    expect(changed.body).toMatchObject({ name: whole.name, filter, aggregation })
    const back = await calls.patch(`/meters/${id}`, { aggregation: { func: 'max', property: 'a' } })
    expect(back.body).toMatchObject({ filter, aggregation: { func: 'max', property: 'a' } })
    expect((await calls.get(`/meters/${id}`)).body).toEqual(back.body)
  })

  it('changes nothing when every field stays the same', async () => {
    const { id } = await newMeter(calls, whole)
    expect((await calls.patch(`/meters/${id}`, whole)).body).toMatchObject({ modified_at: null })
  })

  it.each<[string, object, string]>([
    ['a name that is too short', { name: 'ab' }, 'body.name'],
    ['an invalid clause', { filter: { conjunction: 'or', clauses: [1] } }, 'body.filter.clauses.0'],
    ['a sum without a property', { aggregation: { func: 'sum' } }, 'body.aggregation.property'],
    ['another organization', { organization_id: unknownId }, 'body.organization_id'],
  ])('refuses %s and points at the field', async (_title, given, field) => {
    const { id } = await newMeter(calls)
    const answer = await calls.patch(`/meters/${id}`, given)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
  })
})

it('an unknown id answers 404, and a malformed one 422', async () => {
  expect(briefOf(await calls.get(`/meters/${unknownId}`))).toBe('404 ResourceNotFound')
  expect(briefOf(await calls.patch(`/meters/${unknownId}`, {}))).toBe('404 ResourceNotFound')
  for (const answer of [await calls.get('/meters/calls'), await calls.patch('/meters/calls', {})]) {
    expect(briefOf(answer)).toBe('422 RequestValidationError path.id')
  }
})

const eventsAbout = async (id: string) =>
  (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)

it('every change records an event with the whole meter', async () => {
  const { id } = await newMeter(calls, whole)
  const before = await calls.get(`/meters/${id}`)
  const after = await calls.patch(`/meters/${id}`, { name: 'Words' })
  await calls.patch(`/meters/${id}`, { name: 'Words' })
  expect(await eventsAbout(id)).toEqual([
    { name: 'meter.created', objectId: id, objectVersion: 1, payload: before.body },
    { name: 'meter.updated', objectId: id, objectVersion: 2, payload: after.body },
  ])
})

it('concurrent changes of different fields are all applied', async () => {
  const { id } = await newMeter(calls)
  const inputs = [
    { name: 'Words' },
    { aggregation: { func: 'min', property: 'words' } },
    { filter: { conjunction: 'or', clauses: [clause] } },
    { metadata: { plan: 'pro' } },
  ]
  await Promise.all(inputs.map((input) => calls.patch(`/meters/${id}`, input)))
  const { body } = await calls.get(`/meters/${id}`)
  expect(body).toMatchObject(Object.assign({}, ...inputs))
  const events = await eventsAbout(id)
  expect(events.map(({ objectVersion }) => objectVersion)).toEqual([1, 2, 3, 4, 5])
  expect(events.at(-1)?.payload).toEqual(body)
})

it('concurrent changes each return their own result', async () => {
  const { id } = await newMeter(calls, { name: 'Even' })
  const inputs = Array.from({ length: 20 }, (_, number) => ({
    name: number % 2 === 0 ? 'Even' : 'Odd',
    metadata: { number },
  }))
  const answers = await Promise.all(inputs.map((input) => calls.patch(`/meters/${id}`, input)))
  expect(answers.map(({ body }) => body)).toMatchObject(inputs)
})

it('deleting an organization deletes its meters', async () => {
  const beta = await createOrganization(server.current)
  const { id } = await newMeter(await newBackend(server.current, beta, ['meters:write']))
  const deleted = await beta.owner.browser.post('/api/auth/organization/delete', {
    organizationId: beta.id,
  })
  expect(deleted.status).toBe(200)
  const { rows } = await db.database.pool.query('select from meter where id = $1', [id])
  expect(rows).toEqual([])
})
