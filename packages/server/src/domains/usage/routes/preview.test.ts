import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { onConnection } from '../../../../test/sql.ts'
import { ingestNew } from '../../../../test/usage.ts'

const { db, server, acme, calls } = sellingServer([
  'events:write',
  'events:read',
  'customers:write',
  'meters:write',
])

const newName = () => `name-${randomUUID()}`

const draftOf = (name: string, aggregation: object = { func: 'count' }) => ({
  filter: {
    conjunction: 'and',
    clauses: [{ property: 'name', operator: 'eq', value: name }],
  },
  aggregation,
})

const preview = (body: object) => calls.post('/meters/preview', body)

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const eventOf = (name: string, hours: number, amount: unknown = 1) => ({
  name,
  external_customer_id: 'nobody',
  timestamp: hoursAgo(hours),
  metadata: { amount },
})

describe('the preview of a meter', () => {
  it.each([
    ['count', 3],
    ['sum', 0.3],
    ['max', 0.2],
    ['min', 0.1],
    ['avg', 0.15],
  ])('says what the %s of the last 30 days is: %d', async (func, value) => {
    const name = newName()
    await ingestNew(
      calls,
      eventOf(name, 1, 0.1),
      eventOf(name, 30 * 24 - 1, 0.2),
      eventOf(name, 2, '5'),
      eventOf(name, 30 * 24 + 1, 100),
      eventOf('other', 1, 100),
    )
    const aggregation = func === 'count' ? { func } : { func, property: 'amount' }
    expect(await preview(draftOf(name, aggregation))).toMatchObject({
      status: 200,
      body: { matching_events: 3, value, end_timestamp: null },
    })
  })

  it('shows the ten latest matching events with their customers', async () => {
    const name = newName()
    const { id } = await newCustomer(calls, { external_id: name })
    const events = Array.from({ length: 12 }, (_, at) => ({
      ...eventOf(name, at + 1, at),
      external_customer_id: name,
    }))
    await ingestNew(calls, ...events, eventOf('other', 0.5))
    const { body } = await preview(draftOf(name))
    expect(body?.['latest_events']).toMatchObject(
      Array.from({ length: 10 }, (_, amount) => ({
        name,
        metadata: { amount },
        customer: { id },
      })),
    )
  })

  it('is of the given span', async () => {
    const name = newName()
    await ingestNew(calls, eventOf(name, 1), eventOf(name, 5), eventOf(name, 24 * 100))
    const matching = async (span: object) =>
      (await preview({ ...draftOf(name), ...span })).body?.['matching_events']
    expect(await matching({ start_timestamp: hoursAgo(3) })).toBe(1)
    expect(await matching({ end_timestamp: hoursAgo(3) })).toBe(1)
    expect(await matching({ start_timestamp: hoursAgo(24 * 101), end_timestamp: null })).toBe(3)
    expect(await matching({ end_timestamp: hoursAgo(24 * 99) })).toBe(1)
  })

  it('is nothing where nothing matches, and saves nothing', async () => {
    const before = (await calls.get('/meters/')).body
    const { status, body } = await preview(draftOf(newName()))
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { matching_events: 0, value: 0, latest_events: [] },
    })
    expect((await calls.get('/meters/')).body).toEqual(before)
  })

  it('shows no events to callers who may not read them', async () => {
    const name = newName()
    await ingestNew(calls, eventOf(name, 1))
    const backend = await newBackend(server.current, acme, ['meters:read'])
    expect(await backend.post('/meters/preview', draftOf(name))).toMatchObject({
      status: 200,
      body: { matching_events: 1, value: 1, latest_events: null },
    })
  })
})

describe('the preview is refused', () => {
  it.each<[string, object, readonly (string | number)[]]>([
    ['without a filter', { filter: undefined }, ['body', 'filter']],
    ['without the property', { aggregation: { func: 'sum' } }, ['body', 'aggregation', 'property']],
    [
      'of a span that ends before it begins',
      { start_timestamp: hoursAgo(1), end_timestamp: hoursAgo(2) },
      ['body', 'end_timestamp'],
    ],
  ])('%s', async (_, changes, loc) => {
    const answer = await preview({ ...draftOf('call'), ...changes })
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
  })

  it('if reading takes too long, or too many others wait', async () => {
    await onConnection(db.ownerUrl, async (client) => {
      await client.query('begin; lock table usage_event')
      expect(await preview(draftOf('call'))).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body'], msg: expect.stringContaining('3 seconds') }] },
      })
      const all = Array.from({ length: 40 }, () => preview(draftOf('call')))
      expect(await Promise.race(all)).toMatchObject({ status: 503 })
      await client.query('rollback')
      const answers = await Promise.all(all)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    })
  }, 20_000)
})
