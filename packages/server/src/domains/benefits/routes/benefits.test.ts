import { beforeAll, describe, expect, it } from 'vitest'
import { bareBenefit, fileInState, newBenefit } from '../../../../test/benefits.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { newMeter } from '../../../../test/meters.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls

const scopes = ['benefits:write', 'meters:write', 'files:write'] as const
const backendOf = (organization: Founded) => newBackend(server.current, organization, scopes)

const useUsageBilling = async ({ owner, id }: Founded, isOn: boolean) => {
  const wish = { feature_settings: { usage_based_billing_enabled: isOn } }
  const answer = await inDashboard(server.current, owner).patch(`/organizations/${id}`, wish)
  expect(answer).toMatchObject({ status: 200 })
}

beforeAll(async () => {
  acme = await found(server.current)
  calls = await backendOf(acme)
})

const custom = (wish: object = {}) => ({ ...bareBenefit, ...wish })
const keys = (properties: object) => ({ ...bareBenefit, type: 'license_keys', properties })
const files = (properties: object) => ({ ...bareBenefit, type: 'downloadables', properties })
const credit = (properties: object) => ({ ...bareBenefit, type: 'meter_credit', properties })

describe('creating a benefit', () => {
  it('keeps all that is said, and says all there is', async () => {
    const metadata = { tier: 'gold', seats: 5, ratio: 0.5, isNew: true }
    const wish = custom({ description: ' Early access ', metadata, properties: { note: '*Hi*' } })
    const { status, body } = await calls.post('/benefits/', wish)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      type: 'custom',
      description: 'Early access',
      selectable: true,
      deletable: true,
      organization_id: acme.id,
      metadata,
      properties: { note: '*Hi*' },
    })
    expect((await calls.get(`/benefits/${String(body?.['id'])}`)).body).toEqual(body)
  })

  it.each<[string, object, object]>([
    ['nothing', {}, { prefix: null, expires: null, activations: null, limit_usage: null }],
    [
      'everything',
      {
        prefix: ' ACME ',
        expires: { ttl: 36_500, timeframe: 'day' },
        activations: { limit: 50, enable_customer_admin: false },
        limit_usage: 1,
      },
      {
        prefix: 'ACME',
        expires: { ttl: 36_500, timeframe: 'day' },
        activations: { limit: 50, enable_customer_admin: false },
        limit_usage: 1,
      },
    ],
    [
      'a blank prefix',
      { prefix: '  ', expires: null },
      { prefix: null, expires: null, activations: null, limit_usage: null },
    ],
  ])('of license keys with %s', async (_what, given, shown) => {
    const { body } = await calls.post('/benefits/', keys(given))
    expect(body).toMatchObject({ type: 'license_keys' })
    expect(body?.['properties']).toEqual(shown)
  })

  it('of files, in their order', async () => {
    const [one, two, three] = [
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
    ]
    const wish = { files: [three, one, two], archived: { [one]: true, [two]: false } }
    const { body } = await calls.post('/benefits/', files(wish))
    expect(body?.['properties']).toEqual(wish)
    const bare = await calls.post('/benefits/', files({ files: [one] }))
    expect(bare.body?.['properties']).toEqual({ files: [one], archived: {} })
  })

  it('of credits, once usage-based billing is on', async () => {
    const { id: meter_id } = await newMeter(calls)
    const properties = { units: 1_000_000_000_000, rollover: true, meter_id }
    const early = await calls.post('/benefits/', credit(properties))
    expect(briefOf(early)).toBe('422 RequestValidationError body.properties.meter_id')
    await useUsageBilling(acme, true)
    const { body } = await calls.post('/benefits/', credit(properties))
    expect(body).toMatchObject({ type: 'meter_credit', properties })
  })

  it.each<[string, object, string]>([
    ['no type', custom({ type: undefined }), 'body.type'],
    ['another type', custom({ type: 'puppy' }), 'body.type'],
    ['no description', custom({ description: undefined }), 'body.description'],
    ['a short description', custom({ description: 'ab' }), 'body.description'],
    ['a short one with spaces', custom({ description: ' ab ' }), 'body.description'],
    ['a long description', custom({ description: 'x'.repeat(43) }), 'body.description'],
    ['two lines', custom({ description: 'one\ntwo' }), 'body.description'],
    ['no properties', custom({ properties: undefined }), 'body.properties'],
    ['a wrong note', custom({ properties: { note: 5 } }), 'body.properties.note'],
    ['a book', custom({ properties: { note: 'x'.repeat(10_001) } }), 'body.properties.note'],
    ['another type’s property', custom({ properties: { files: [] } }), 'body.properties.files'],
    ['an unknown field', custom({ selectable: false }), 'body.selectable'],
    ['too much metadata', custom({ metadata: { key: 'x'.repeat(501) } }), 'body.metadata.key'],
    ['no files', files({ files: [] }), 'body.properties.files'],
    ['files that are none', files({ files: ['guide.pdf'] }), 'body.properties.files.0'],
    ['a long prefix', keys({ prefix: 'x'.repeat(51) }), 'body.properties.prefix'],
    [
      'keys that end at once',
      keys({ expires: { ttl: 0, timeframe: 'day' } }),
      'body.properties.expires.ttl',
    ],
    [
      'keys that never end',
      keys({ expires: { ttl: 36_501, timeframe: 'day' } }),
      'body.properties.expires.ttl',
    ],
    [
      'keys of an hour',
      keys({ expires: { ttl: 1, timeframe: 'hour' } }),
      'body.properties.expires.timeframe',
    ],
    [
      'keys for no device',
      keys({ activations: { limit: 0, enable_customer_admin: true } }),
      'body.properties.activations.limit',
    ],
    [
      'keys for a crowd',
      keys({ activations: { limit: 51, enable_customer_admin: true } }),
      'body.properties.activations.limit',
    ],
    [
      'half of the activations',
      keys({ activations: { limit: 5 } }),
      'body.properties.activations.enable_customer_admin',
    ],
    ['keys for no use', keys({ limit_usage: 0 }), 'body.properties.limit_usage'],
    [
      'no credits',
      credit({ units: 0, rollover: false, meter_id: newId('meter') }),
      'body.properties.units',
    ],
    [
      'half a credit',
      credit({ units: 0.5, rollover: false, meter_id: newId('meter') }),
      'body.properties.units',
    ],
    ['no meter', credit({ units: 1, rollover: false }), 'body.properties.meter_id'],
    [
      'an unknown meter',
      credit({ units: 1, rollover: false, meter_id: newId('meter') }),
      'body.properties.meter_id',
    ],
    [
      'another organization',
      custom({ organization_id: newId('organization') }),
      'body.organization_id',
    ],
  ])('names %s', async (_what, wish, place) => {
    const answer = await calls.post('/benefits/', wish)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
  })

  it('names the file that is not what it should be', async () => {
    const good = await fileInState(server.current, acme)
    const beta = await found(server.current)
    const bad = {
      unknown: newId('file'),
      'somebody else’s': await fileInState(server.current, beta),
      deleted: await fileInState(server.current, acme, { isDeleted: true }),
      'half uploaded': await fileInState(server.current, acme, { isUploaded: false }),
      'a picture': await fileInState(server.current, acme, { service: 'product_media' }),
      'the same': good,
    }
    for (const [what, file] of Object.entries(bad)) {
      const answer = await calls.post('/benefits/', files({ files: [good, file] }))
      expect([what, briefOf(answer)]).toEqual([
        what,
        '422 RequestValidationError body.properties.files.1',
      ])
    }
    const other = newId('file')
    const archived = await calls.post(
      '/benefits/',
      files({ files: [good], archived: { [other]: true } }),
    )
    expect(briefOf(archived)).toBe(`422 RequestValidationError body.properties.archived.${other}`)
  })

  it('finds no meter of somebody else’s', async () => {
    await useUsageBilling(acme, true)
    const beta = await found(server.current)
    const { id: meter_id } = await newMeter(await backendOf(beta))
    const answer = await calls.post('/benefits/', credit({ units: 1, rollover: false, meter_id }))
    expect(briefOf(answer)).toBe('422 RequestValidationError body.properties.meter_id')
  })

  it('with one key makes one benefit', async () => {
    const key = { 'idempotency-key': 'one-benefit' }
    const first = await calls.post('/benefits/', custom(), key)
    expect((await calls.post('/benefits/', custom(), key)).text).toBe(first.text)
  })
})

describe('changing a benefit', () => {
  it('keeps what is absent or null, and replaces properties as a whole', async () => {
    const { id } = await newBenefit(calls, {
      ...keys({ prefix: 'ACME', limit_usage: 5 }),
      metadata: { a: 1 },
    })
    const change = async (wish: object) =>
      (await calls.patch(`/benefits/${id}`, { type: 'license_keys', ...wish })).body
    expect(await change({ description: 'Keys for all' })).toMatchObject({
      description: 'Keys for all',
      metadata: { a: 1 },
      properties: { prefix: 'ACME', limit_usage: 5 },
      modified_at: expect.any(String),
    })
    expect(await change({ properties: { limit_usage: 6 }, description: null })).toMatchObject({
      description: 'Keys for all',
      properties: { prefix: null, expires: null, activations: null, limit_usage: 6 },
    })
    expect(await change({ properties: null, metadata: null })).toMatchObject({
      metadata: {},
      properties: { limit_usage: 6 },
    })
  })

  it('replaces its files', async () => {
    const [one, two] = [
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
    ]
    const { id } = await newBenefit(calls, files({ files: [one, two], archived: { [two]: true } }))
    const change = { type: 'downloadables', properties: { files: [two, one] } }
    const { body } = await calls.patch(`/benefits/${id}`, change)
    expect(body?.['properties']).toEqual({ files: [two, one], archived: {} })
    expect((await calls.get(`/benefits/${id}`)).body).toEqual(body)
  })

  it('credits on another meter', async () => {
    await useUsageBilling(acme, true)
    const [one, two] = [await newMeter(calls), await newMeter(calls)]
    const { id } = await newBenefit(calls, credit({ units: 5, rollover: false, meter_id: one.id }))
    const properties = { units: 6, rollover: true, meter_id: two.id }
    const change = { type: 'meter_credit', properties }
    expect((await calls.patch(`/benefits/${id}`, change)).body).toMatchObject({ properties })
    await useUsageBilling(acme, false)
    expect((await calls.patch(`/benefits/${id}`, change)).status).toBe(200)
    const more = { ...change, properties: { ...properties, units: 7 } }
    expect(briefOf(await calls.patch(`/benefits/${id}`, more))).toBe(
      '422 RequestValidationError body.properties.meter_id',
    )
  })

  it('without a difference is none', async () => {
    const { id } = await newBenefit(calls, keys({ prefix: 'ACME' }))
    const shown = await calls.get(`/benefits/${id}`)
    const { properties, description, metadata } = shown.body ?? {}
    const same = { type: 'license_keys', properties, description, metadata }
    expect((await calls.patch(`/benefits/${id}`, same)).body).toEqual(shown.body)
  })

  it.each<[string, object, string]>([
    ['no type', {}, 'body.type'],
    ['another type', { type: 'license_keys' }, 'body.type'],
    ['a type that is none', { type: 'puppy' }, 'body.type'],
    ['a long description', { type: 'custom', description: 'x'.repeat(43) }, 'body.description'],
    ['a wrong note', { type: 'custom', properties: { note: 5 } }, 'body.properties.note'],
    ['another organization', { type: 'custom', organization_id: 'x' }, 'body.organization_id'],
  ])('names %s', async (_what, wish, place) => {
    const { id } = await newBenefit(calls)
    const answer = await calls.patch(`/benefits/${id}`, wish)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
    expect((await calls.get(`/benefits/${id}`)).body).toMatchObject({ modified_at: null })
  })
})

describe('a deleted benefit', () => {
  it('is found by nobody', async () => {
    const { id } = await newBenefit(calls, { description: 'Gone soon' })
    const removed = await calls.remove(`/benefits/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    const answers = await Promise.all([
      calls.get(`/benefits/${id}`),
      calls.patch(`/benefits/${id}`, { type: 'custom' }),
      calls.remove(`/benefits/${id}`),
    ])
    expect(answers.map(briefOf)).toEqual(Array(3).fill('404 ResourceNotFound'))
    expect((await calls.get('/benefits/?query=gone')).body).toMatchObject({ items: [] })
    const { rows } = await db.database.pool.query('select from benefit where id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  it('was deletable', async () => {
    const { id } = await newBenefit(calls)
    await db.database.pool.query('update benefit set deletable = false where id = $1', [id])
    expect(briefOf(await calls.remove(`/benefits/${id}`))).toBe('403 NotPermitted')
    expect((await calls.get(`/benefits/${id}`)).body).toMatchObject({ deletable: false })
  })
})

it('a file that is deleted is let go of', async () => {
  const [gone, kept] = [
    await fileInState(server.current, acme),
    await fileInState(server.current, acme),
  ]
  const both = await newBenefit(calls, files({ files: [gone, kept], archived: { [gone]: true } }))
  const only = await newBenefit(calls, files({ files: [gone] }))
  const deleted = await newBenefit(calls, files({ files: [gone] }))
  await calls.remove(`/benefits/${deleted.id}`)
  expect((await calls.remove(`/files/${gone}`)).status).toBe(204)
  const shown = await calls.get(`/benefits/${both.id}`)
  expect(shown.body).toMatchObject({
    properties: { files: [kept], archived: {} },
    modified_at: expect.any(String),
  })
  expect((await calls.get(`/benefits/${only.id}`)).body).toMatchObject({
    properties: { files: [] },
  })
  const events = await eventsOf(server.current, acme)
  const of = (id: string) => events.filter(({ objectId }) => objectId === id)
  expect(of(both.id).at(-1)).toMatchObject({ name: 'benefit.updated', payload: shown.body })
  expect([both, only, deleted].map(({ id }) => of(id).length)).toEqual([2, 2, 2])
})

it('what is no id is refused as such', async () => {
  for (const answer of [
    await calls.get('/benefits/one'),
    await calls.patch('/benefits/one', { type: 'custom' }),
    await calls.remove('/benefits/one'),
  ]) {
    expect(briefOf(answer)).toBe('422 RequestValidationError path.id')
  }
})

it('every change is news, with the benefit as of then', async () => {
  const file = await fileInState(server.current, acme)
  const { id } = await newBenefit(calls, files({ files: [file] }))
  await calls.patch(`/benefits/${id}`, { type: 'downloadables', description: 'Handbook' })
  await calls.patch(`/benefits/${id}`, { type: 'downloadables', description: 'Handbook' })
  const shown = await calls.get(`/benefits/${id}`)
  await calls.remove(`/benefits/${id}`)
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
    'benefit.created 1',
    'benefit.updated 2',
    'benefit.updated 3',
  ])
  expect(events[1]?.payload).toEqual(shown.body)
  expect(events[2]?.payload).toEqual({ ...shown.body, modified_at: expect.any(String) })
})

it('an organization that is deleted takes its benefits along', async () => {
  const beta = await found(server.current)
  const ofBeta = await backendOf(beta)
  await useUsageBilling(beta, true)
  const { id: meter_id } = await newMeter(ofBeta)
  await newBenefit(ofBeta, credit({ units: 1, rollover: false, meter_id }))
  await newBenefit(ofBeta, files({ files: [await fileInState(server.current, beta)] }))
  const deleted = await beta.owner.browser.post('/api/auth/organization/delete', {
    organizationId: beta.id,
  })
  expect(deleted.status).toBe(200)
  for (const table of ['benefit', 'benefit_file', 'meter', 'file']) {
    const { rows } = await db.database.pool.query(
      `select from ${table} where organization_id = $1`,
      [beta.id],
    )
    expect([table, rows]).toEqual([table, []])
  }
})
