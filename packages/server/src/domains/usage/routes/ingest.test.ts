import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { inAnotherBrowser } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newFreeSubscription } from '../../../../test/subscriptions.ts'
import { bareEvent, ingest, ingestNew, storedEvents } from '../../../../test/usage.ts'

const { db, server, acme, calls } = sellingServer([
  'events:write',
  'customers:write',
  'products:write',
  'checkouts:write',
  'subscriptions:write',
  'organizations:write',
])

const unknownId = '00000000-0000-7000-8000-000000000000'

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const stored = (name: string) => storedEvents(db, acme, name)

/** The rows of an external id. */
async function rowsOf(externalId: string) {
  const { rows } = await db.database.pool.query<Record<string, unknown>>(
    `select e.*, ingested_at between now() - interval '1 minute' and now() as "isRecent"
       from usage_event e where organization_id = $1 and external_id = $2`,
    [acme.id, externalId],
  )
  return rows
}

const newShop = async (): Promise<BillingCalls> =>
  newBackend(server.current, await createOrganization(server.current), [
    'events:write',
    'customers:write',
  ])

describe('ingesting events', () => {
  it('stores every field', async () => {
    const { id, customer_id } = await newFreeSubscription(calls)
    const metadata = { model: 'lite', tokens: 1.5, ok: true, usage: { input: { cached: 7 } } }
    await ingestNew(calls, {
      name: 'whole',
      customer_id,
      timestamp: '2026-01-02T03:04:05.678+02:00',
      external_id: 'whole-1',
      subscription_id: id,
      entity: 'workspace-1',
      metadata,
    })
    expect(await rowsOf('whole-1')).toEqual([
      expect.objectContaining({
        name: 'whole',
        source: 'user',
        customer_id,
        external_customer_id: null,
        timestamp: new Date('2026-01-02T01:04:05.678Z'),
        isRecent: true,
        subscription_id: id,
        entity: 'workspace-1',
        metadata,
      }),
    ])
  })

  it('finds the customer of an external id', async () => {
    const { id } = await newCustomer(calls, { external_id: 'known' })
    await ingestNew(calls, { name: 'call', external_customer_id: 'known', external_id: 'of-known' })
    expect(await rowsOf('of-known')).toMatchObject([
      { customer_id: id, external_customer_id: 'known' },
    ])
  })

  it('keeps events of external ids that nobody has', async () => {
    await ingestNew(calls, { ...bareEvent, external_id: 'of-nobody' })
    expect(await rowsOf('of-nobody')).toMatchObject([
      { customer_id: null, external_customer_id: 'nobody' },
    ])
  })

  it('finds no customer of another organization', async () => {
    const other = await newShop()
    const { id } = await newCustomer(other, { external_id: 'theirs' })
    await ingestNew(calls, { ...bareEvent, external_customer_id: 'theirs', external_id: 'ours' })
    expect(await rowsOf('ours')).toMatchObject([{ customer_id: null }])
    const answer = await ingest(calls, { name: 'call', customer_id: id })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.events.0.customer_id')
  })

  it('accepts events however late, and up to a minute early', async () => {
    const epoch = '1970-01-01T00:00:00Z'
    await ingestNew(
      calls,
      { ...bareEvent, timestamp: epoch, external_id: 'late' },
      { ...bareEvent, timestamp: minutesFromNow(0.9), external_id: 'early' },
    )
    expect(await rowsOf('late')).toMatchObject([{ timestamp: new Date(epoch) }])
  })

  it('takes the time of the organization’s clock', async () => {
    const shop = await createOrganization(server.current)
    const backend = await newBackend(server.current, shop, ['events:write', 'organizations:write'])
    const to = '2031-05-06T07:08:09.000Z'
    expect(await backend.post('/clock/advance', { to })).toMatchObject({ status: 200 })
    await ingestNew(backend, bareEvent, { ...bareEvent, timestamp: '2031-05-06T07:09:09Z' })
    const answer = await ingest(backend, { ...bareEvent, timestamp: '2031-05-06T07:09:09.001Z' })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.events.0.timestamp')
    const { rows } = await db.database.pool.query(
      'select timestamp from usage_event where organization_id = $1 order by timestamp',
      [shop.id],
    )
    expect(rows[0]).toEqual({ timestamp: new Date(to) })
  })

  it('records nothing else: no event of the log, no key of idempotency', async () => {
    const before = await eventsOf(server.current, acme)
    await ingestNew(calls, bareEvent)
    const answer = await calls.post(
      '/events/ingest',
      { events: [bareEvent] },
      { 'idempotency-key': 'k' },
    )
    expect(answer).toMatchObject({ status: 200 })
    expect(await eventsOf(server.current, acme)).toEqual(before)
    const { rows } = await db.database.pool.query('select from idempotency_key')
    expect(rows).toEqual([])
  })

  it('lets owners ingest in the dashboard, in one organization', async () => {
    const { current } = server
    const dashboard = inDashboard(current, await inAnotherBrowser(current, acme.owner))
    const events = [bareEvent, { ...bareEvent, organization_id: acme.id }]
    expect(await dashboard.post('/events/ingest', { events })).toMatchObject({ status: 200 })
    expect(
      await dashboard.post('/events/ingest', { organization_id: acme.id, events: [bareEvent] }),
    ).toMatchObject({ status: 200 })
    expect(briefOf(await dashboard.post('/events/ingest', { events: [bareEvent] }))).toBe(
      '422 RequestValidationError body.organization_id',
    )
    const mixed = [...events, { ...bareEvent, organization_id: unknownId }]
    expect(briefOf(await dashboard.post('/events/ingest', { events: mixed }))).toBe(
      '422 RequestValidationError body.events.2.organization_id',
    )
  })
})

describe('a request is refused as a whole', () => {
  it.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(129) }, 'name'],
    ['no customer', { external_customer_id: undefined }, 'customer_id'],
    ['two customers', { customer_id: unknownId }, 'customer_id'],
    [
      'a customer id that is no UUID',
      { customer_id: 'ann', external_customer_id: null },
      'customer_id',
    ],
    ['an unknown customer', { customer_id: unknownId, external_customer_id: null }, 'customer_id'],
    ['an unknown subscription', { subscription_id: unknownId }, 'subscription_id'],
    ['a timestamp without an offset', { timestamp: '2026-01-02T03:04:05' }, 'timestamp'],
    ['a timestamp in the future', { timestamp: minutesFromNow(60) }, 'timestamp'],
    ['a timestamp before the epoch', { timestamp: '1969-12-31T23:59:59Z' }, 'timestamp'],
    ['an empty external id', { external_id: '' }, 'external_id'],
    ['a long external id', { external_id: 'x'.repeat(256) }, 'external_id'],
    ['an empty entity', { entity: '' }, 'entity'],
    ['a source', { source: 'system' }, 'source'],
    ['a misspelt field', { customer_external_id: 'ann' }, 'customer_external_id'],
    ['a list in metadata', { metadata: { tags: ['a'] } }, 'metadata.tags'],
    ['a long text in nested metadata', { metadata: { a: { b: 'x'.repeat(501) } } }, 'metadata.a.b'],
    ['metadata that is no object', { metadata: [] }, 'metadata'],
    ['another organization', { organization_id: unknownId }, 'organization_id'],
  ])('for %s', async (_title, given, field) => {
    const name = `refused ${field}`
    const good = { ...bareEvent, name }
    const answer = await ingest(calls, good, { ...good, ...given })
    const place = field === 'organization_id' ? 'organization_id' : `events.1.${field}`
    expect(briefOf(answer)).toBe(`422 RequestValidationError body.${place}`)
    expect(await stored(name)).toBe(0)
  })

  it('for a subscription of another customer', async () => {
    const { id } = await newFreeSubscription(calls)
    const other = await newCustomer(calls, { external_id: 'other' })
    for (const customer of [{ customer_id: other.id }, { external_customer_id: 'other' }]) {
      const answer = await ingest(calls, { name: 'call', ...customer, subscription_id: id })
      expect(briefOf(answer)).toBe('422 RequestValidationError body.events.0.subscription_id')
    }
  })

  it('for a deleted customer', async () => {
    const { id } = await newCustomer(calls)
    await calls.remove(`/customers/${id}`)
    const answer = await ingest(calls, { name: 'call', customer_id: id })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.events.0.customer_id')
  })

  it('with the places of the first hundred faults', async () => {
    for (const bad of [
      { ...bareEvent, name: '' },
      { name: 'call', customer_id: unknownId },
    ]) {
      const { status, body } = await ingest(calls, ...Array.from({ length: 150 }, () => bad))
      expect(status).toBe(422)
      expect(body?.['detail']).toHaveLength(100)
    }
  })

  it('for no events, and for more than a thousand', async () => {
    const brief = '422 RequestValidationError body.events'
    expect(briefOf(await ingest(calls))).toBe(brief)
    const events = Array.from({ length: 1001 }, () => bareEvent)
    expect(briefOf(await ingest(calls, ...events))).toBe(brief)
    await ingestNew(calls, ...events.slice(1))
  })

  it('for a body of more than four megabytes', async () => {
    const text = 'x'.repeat(500)
    const metadata = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`key${at}`, text]))
    const answer = await ingest(
      calls,
      ...Array.from({ length: 900 }, () => ({ ...bareEvent, metadata })),
    )
    expect(briefOf(answer)).toBe('413 PayloadTooLarge')
  })
})

describe('an external id is ingested once', () => {
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...bareEvent, external_id: `${prefix}-${at}` }))

  it('across requests and within one', async () => {
    const [first, second] = numbered('once', 2)
    await ingestNew(calls, first ?? {})
    const { body } = await ingest(calls, first ?? {}, second ?? {}, second ?? {}, bareEvent)
    expect(body).toEqual({ inserted: 2, duplicates: 2 })
    expect(await rowsOf('once-0')).toHaveLength(1)
    expect(await rowsOf('once-1')).toHaveLength(1)
  })

  it('per organization', async () => {
    const events = numbered('shared', 3)
    await ingestNew(calls, ...events)
    const { body } = await ingest(await newShop(), ...events)
    expect(body).toEqual({ inserted: 3, duplicates: 0 })
  })

  it('when many requests ingest the same events, in any order', async () => {
    const events = numbered('opposite', 1000).map((event) => ({ ...event, name: 'opposite' }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ingest(calls, ...(at % 2 === 0 ? events : events.toReversed())),
      ),
    )
    expect(answers.map(briefOf)).toEqual(Array(8).fill('200'))
    const inserted = answers.map(({ body }) => Number(body?.['inserted']))
    expect(inserted.reduce((sum, one) => sum + one)).toBe(1000)
    expect(await stored('opposite')).toBe(1000)
  })
})

const usageTables = [
  'usage_event',
  'usage_event_key',
  'usage_event_name',
  'usage_period',
  'usage_void',
  'customer_meter',
]

it('the events and balances of a deleted organization are deleted', async () => {
  const shop = await createOrganization(server.current)
  const backend = await newBackend(server.current, shop, [
    'events:write',
    'customers:write',
    'meters:write',
  ])
  await newMeter(backend)
  const { id: customer_id } = await newCustomer(backend)
  await ingestNew(backend, bareEvent, { name: 'call', customer_id, external_id: 'one' })
  await backend.post('/events/void', { events: [{ external_id: 'one' }] })
  const left = async () =>
    Promise.all(
      usageTables.map(async (table) => {
        const { rowCount } = await db.database.pool.query(
          `select from ${table} where organization_id = $1`,
          [shop.id],
        )
        return `${table}: ${rowCount === 0 ? 'none' : 'some'}`
      }),
    )
  expect(await left()).toEqual(usageTables.map((table) => `${table}: some`))
  await ingestNew(calls, { ...bareEvent, name: 'kept', external_id: 'kept' })
  const deleted = await shop.owner.browser.post('/api/auth/organization/delete', {
    organizationId: shop.id,
  })
  expect(deleted.status).toBe(200)
  await server.current.settle()
  expect(await left()).toEqual(usageTables.map((table) => `${table}: none`))
  expect(await rowsOf('kept')).toHaveLength(1)
})
