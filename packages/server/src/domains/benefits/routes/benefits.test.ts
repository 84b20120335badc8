import { describe, expect, it } from 'vitest'
import { bareBenefit, fileInState, newBenefit } from '../../../../test/benefits.ts'
import { newMeter } from '../../../../test/meters.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newId } from '../../../platform/ids.ts'

const scopes = ['benefits:write', 'meters:write', 'files:write'] as const
const { db, server, acme, calls } = sellingServer(scopes)

const backendOf = (organization: OwnedOrganization) =>
  newBackend(server.current, organization, scopes)

const setUsageBilling = async ({ owner, id }: OwnedOrganization, isOn: boolean) => {
  const input = { feature_settings: { usage_based_billing_enabled: isOn } }
  const answer = await inDashboard(server.current, owner).patch(`/organizations/${id}`, input)
  expect(answer).toMatchObject({ status: 200 })
}

const custom = (input: object = {}) => ({ ...bareBenefit, ...input })
const keys = (properties: object) => ({ ...bareBenefit, type: 'license_keys', properties })
const files = (properties: object) => ({ ...bareBenefit, type: 'downloadables', properties })
const credit = (properties: object) => ({ ...bareBenefit, type: 'meter_credit', properties })

describe('creating a benefit', () => {
  it('stores every field and returns the whole benefit', async () => {
    const metadata = { tier: 'gold', seats: 5, ratio: 0.5, isNew: true }
    const input = custom({ description: ' Early access ', metadata, properties: { note: '*Hi*' } })
    const { status, body } = await calls.post('/benefits/', input)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      type: 'custom',
      description: 'Early access',
      selectable: true,
      deletable: true,
      is_deleted: false,
      visibility: 'public',
      visibility_configurable: false,
      organization_id: acme.id,
      metadata,
      properties: { note: '*Hi*' },
    })
    expect((await calls.get(`/benefits/${String(body?.['id'])}`)).body).toEqual(body)
  })

  const noLimits = {
    prefix: null,
    expires: null,
    activations: null,
    limit_usage: null,
    offline: null,
  }

  it.each<[string, object, object]>([
    ['no properties', {}, noLimits],
    [
      'every property',
      {
        prefix: ' ACME ',
        expires: { ttl: 36_500, timeframe: 'day' },
        activations: { limit: 50, enable_customer_admin: false },
        limit_usage: 1,
        offline: { days: 366 },
      },
      {
        prefix: 'ACME',
        expires: { ttl: 36_500, timeframe: 'day' },
        activations: { limit: 50, enable_customer_admin: false },
        limit_usage: 1,
        offline: { days: 366, grace_days: 0 },
      },
    ],
    ['a blank prefix', { prefix: '  ', expires: null }, noLimits],
  ])('creates license keys with %s', async (_title, given, expected) => {
    const { body } = await calls.post('/benefits/', keys(given))
    expect(body).toMatchObject({ type: 'license_keys' })
    expect(body?.['properties']).toEqual(expected)
  })

  it('keeps the order of files', async () => {
    const [one, two, three] = [
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
    ]
    const input = { files: [three, one, two], archived: { [one]: true, [two]: false } }
    const { body } = await calls.post('/benefits/', files(input))
    expect(body?.['properties']).toEqual(input)
    const bare = await calls.post('/benefits/', files({ files: [one] }))
    expect(bare.body?.['properties']).toEqual({ files: [one], archived: {} })
  })

  it('creates meter credits unless usage-based billing is disabled', async () => {
    await setUsageBilling(acme, false)
    const { id: meter_id } = await newMeter(calls)
    const properties = { units: 1_000_000_000_000, rollover: true, meter_id }
    const refused = await calls.post('/benefits/', credit(properties))
    expect(briefOf(refused)).toBe('422 RequestValidationError body.properties.meter_id')
    await setUsageBilling(acme, true)
    const { body } = await calls.post('/benefits/', credit(properties))
    expect(body).toMatchObject({ type: 'meter_credit', properties })
  })

  it.each<[string, object, string]>([
    ['no type', custom({ type: undefined }), 'body.type'],
    ['an unknown type', custom({ type: 'puppy' }), 'body.type'],
    ['no description', custom({ description: undefined }), 'body.description'],
    ['a description that is too short', custom({ description: 'ab' }), 'body.description'],
    [
      'a description that is too short when trimmed',
      custom({ description: ' ab ' }),
      'body.description',
    ],
    ['a description that is too long', custom({ description: 'x'.repeat(43) }), 'body.description'],
    ['a description of two lines', custom({ description: 'one\ntwo' }), 'body.description'],
    ['no properties', custom({ properties: undefined }), 'body.properties'],
    ['a note that is a number', custom({ properties: { note: 5 } }), 'body.properties.note'],
    [
      'a note that is too long',
      custom({ properties: { note: 'x'.repeat(10_001) } }),
      'body.properties.note',
    ],
    ['another type’s property', custom({ properties: { files: [] } }), 'body.properties.files'],
    ['an unknown field', custom({ selectable: false }), 'body.selectable'],
    ['too much metadata', custom({ metadata: { key: 'x'.repeat(501) } }), 'body.metadata.key'],
    ['an empty list of files', files({ files: [] }), 'body.properties.files'],
    ['a malformed file id', files({ files: ['guide.pdf'] }), 'body.properties.files.0'],
    ['a prefix that is too long', keys({ prefix: 'x'.repeat(51) }), 'body.properties.prefix'],
    [
      'keys that expire immediately',
      keys({ expires: { ttl: 0, timeframe: 'day' } }),
      'body.properties.expires.ttl',
    ],
    [
      'keys with too long a lifetime',
      keys({ expires: { ttl: 36_501, timeframe: 'day' } }),
      'body.properties.expires.ttl',
    ],
    [
      'an unknown timeframe',
      keys({ expires: { ttl: 1, timeframe: 'hour' } }),
      'body.properties.expires.timeframe',
    ],
    [
      'keys without activations',
      keys({ activations: { limit: 0, enable_customer_admin: true } }),
      'body.properties.activations.limit',
    ],
    [
      'keys with too many activations',
      keys({ activations: { limit: 51, enable_customer_admin: true } }),
      'body.properties.activations.limit',
    ],
    [
      'incomplete activations',
      keys({ activations: { limit: 5 } }),
      'body.properties.activations.enable_customer_admin',
    ],
    ['keys without usages', keys({ limit_usage: 0 }), 'body.properties.limit_usage'],
    ['licenses for no day', keys({ offline: { days: 0 } }), 'body.properties.offline.days'],
    [
      'zero credits',
      credit({ units: 0, rollover: false, meter_id: newId('meter') }),
      'body.properties.units',
    ],
    [
      'a fraction of a credit',
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
  ])('refuses %s and points at the field', async (_title, input, field) => {
    const answer = await calls.post('/benefits/', input)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
  })

  it('points at the file that cannot be offered', async () => {
    const available = await fileInState(server.current, acme)
    const beta = await createOrganization(server.current)
    const unavailable = {
      unknown: newId('file'),
      'somebody else’s': await fileInState(server.current, beta),
      deleted: await fileInState(server.current, acme, { isDeleted: true }),
      'half uploaded': await fileInState(server.current, acme, { isUploaded: false }),
      'a picture': await fileInState(server.current, acme, { service: 'product_media' }),
      'the same': available,
    }
    for (const [title, file] of Object.entries(unavailable)) {
      const answer = await calls.post('/benefits/', files({ files: [available, file] }))
      expect([title, briefOf(answer)]).toEqual([
        title,
        '422 RequestValidationError body.properties.files.1',
      ])
    }
    const other = newId('file')
    const archived = await calls.post(
      '/benefits/',
      files({ files: [available], archived: { [other]: true } }),
    )
    expect(briefOf(archived)).toBe(`422 RequestValidationError body.properties.archived.${other}`)
  })

  it('refuses a meter of another organization', async () => {
    await setUsageBilling(acme, true)
    const beta = await createOrganization(server.current)
    const { id: meter_id } = await newMeter(await backendOf(beta))
    const answer = await calls.post('/benefits/', credit({ units: 1, rollover: false, meter_id }))
    expect(briefOf(answer)).toBe('422 RequestValidationError body.properties.meter_id')
  })

  it('creates one benefit for one idempotency key', async () => {
    const key = { 'idempotency-key': 'one-benefit' }
    const first = await calls.post('/benefits/', custom(), key)
    expect((await calls.post('/benefits/', custom(), key)).text).toBe(first.text)
  })
})

describe('changing a benefit', () => {
  it('keeps absent and null fields, and replaces properties as a whole', async () => {
    const { id } = await newBenefit(calls, {
      ...keys({ prefix: 'ACME', limit_usage: 5 }),
      metadata: { a: 1 },
    })
    const change = async (input: object) =>
      (await calls.patch(`/benefits/${id}`, { type: 'license_keys', ...input })).body
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

  it('replaces the files', async () => {
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

  it('refuses a change of credits once usage-based billing is disabled, but accepts the same credits', async () => {
    await setUsageBilling(acme, true)
    const [one, two] = [await newMeter(calls), await newMeter(calls)]
    const { id } = await newBenefit(calls, credit({ units: 5, rollover: false, meter_id: one.id }))
    const properties = { units: 6, rollover: true, meter_id: two.id }
    const change = { type: 'meter_credit', properties }
    expect((await calls.patch(`/benefits/${id}`, change)).body).toMatchObject({ properties })
    await setUsageBilling(acme, false)
    expect((await calls.patch(`/benefits/${id}`, change)).status).toBe(200)
    const more = { ...change, properties: { ...properties, units: 7 } }
    expect(briefOf(await calls.patch(`/benefits/${id}`, more))).toBe(
      '422 RequestValidationError body.properties.meter_id',
    )
  })

  it('changes nothing when every field stays the same', async () => {
    const { id } = await newBenefit(calls, keys({ prefix: 'ACME' }))
    const shown = await calls.get(`/benefits/${id}`)
    const { properties, description, metadata } = shown.body ?? {}
    const same = { type: 'license_keys', properties, description, metadata }
    expect((await calls.patch(`/benefits/${id}`, same)).body).toEqual(shown.body)
  })

  it.each<[string, object, string]>([
    ['no type', {}, 'body.type'],
    ['an unknown type', { type: 'license_keys' }, 'body.type'],
    ['an unknown type', { type: 'puppy' }, 'body.type'],
    [
      'a description that is too long',
      { type: 'custom', description: 'x'.repeat(43) },
      'body.description',
    ],
    [
      'a note that is a number',
      { type: 'custom', properties: { note: 5 } },
      'body.properties.note',
    ],
    ['another organization', { type: 'custom', organization_id: 'x' }, 'body.organization_id'],
  ])('refuses %s and points at the field', async (_title, input, field) => {
    const { id } = await newBenefit(calls)
    const answer = await calls.patch(`/benefits/${id}`, input)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
    expect((await calls.get(`/benefits/${id}`)).body).toMatchObject({ modified_at: null })
  })
})

it('a malformed id answers 422', async () => {
  for (const answer of [
    await calls.get('/benefits/one'),
    await calls.patch('/benefits/one', { type: 'custom' }),
    await calls.remove('/benefits/one'),
  ]) {
    expect(briefOf(answer)).toBe('422 RequestValidationError path.id')
  }
})

it('every change records an event with the whole benefit', async () => {
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
  const deleted = { is_deleted: true, modified_at: expect.any(String) }
  expect(events[2]?.payload).toEqual({ ...shown.body, ...deleted })
})

it('deleting an organization deletes its benefits', async () => {
  const beta = await createOrganization(server.current)
  const ofBeta = await backendOf(beta)
  await setUsageBilling(beta, true)
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
