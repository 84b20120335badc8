import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { ingest, ingestNew, listCustomerMeters, listEvents } from '../../../../test/usage.ts'

const { server, calls } = sellingServer([
  'events:write',
  'customers:write',
  'customer_meters:read',
  'meters:write',
])

const named = (value: string) => ({
  conjunction: 'and',
  clauses: [{ property: 'name', operator: 'eq', value }],
})

/** A customer with events of these amounts, whose external ids end with their places. */
async function used(func: string, ...amounts: readonly number[]) {
  const name = `name-${randomUUID()}`
  const aggregation = func === 'count' ? { func } : { func, property: 'amount' }
  const meter = await newMeter(calls, { filter: named(name), aggregation })
  const { id: customer_id } = await newCustomer(calls)
  const event = (amount: number) => ({ name, customer_id, metadata: { amount } })
  if (amounts.length > 0) {
    const events = amounts.map((one, at) => ({ ...event(one), external_id: `${name}-${at}` }))
    await ingestNew(calls, ...events)
  }
  const balance = async () =>
    (await listCustomerMeters(calls, `meter_id=${meter.id}&customer_id=${customer_id}`))[0]
      ?.consumed_units
  return { name, meter, customer_id, event, balance }
}

const voided = (...events: readonly object[]) => calls.post('/events/void', { events })

const answer = (counts: object) => ({
  status: 200,
  body: { voided: 0, replaced: 0, already_voided: 0, ...counts },
})

const faultAt = (...loc: readonly (string | number)[]) => ({
  status: 422,
  body: { detail: [{ loc: ['body', 'events', ...loc] }] },
})

describe('an event that is voided', () => {
  it.each([
    ['count', 2],
    ['sum', 7],
    ['avg', 3.5],
    ['max', 5],
    ['min', 2],
  ])('is no longer in the %s', async (func, left) => {
    const { name, balance } = await used(func, 9, 2, 5, 1)
    const first = await voided({ external_id: `${name}-0` }, { external_id: `${name}-3` })
    expect(first).toMatchObject(answer({ voided: 2 }))
    expect(await balance()).toBe(left)
  })

  it('stays in the list, with the reason', async () => {
    const { name } = await used('count', 1)
    const reason = 'Sent twice'
    const [event] = (await listEvents(calls, `name=${name}`)).items
    expect(event).toMatchObject({ voided_at: null, void_reason: null, replaced_by: null })
    await voided({ id: event?.id, reason })
    const [after] = (await listEvents(calls, `name=${name}`)).items
    expect(after).toMatchObject({ voided_at: expect.any(String), void_reason: reason })
    expect((await calls.get(`/events/${event?.id}`)).body).toEqual(after)
  })

  it('is voided once, however often and by whom', async () => {
    const { name, balance } = await used('sum', 3, 4)
    const event = { external_id: `${name}-0` }
    const answers = await Promise.all(Array.from({ length: 20 }, () => voided(event, event)))
    const counts = answers.map(({ status, body }) => ({ status, ...body }))
    const sum = (key: 'voided' | 'already_voided') =>
      counts.reduce((total, one) => total + Number(Reflect.get(one, key)), 0)
    expect(new Set(counts.map(({ status }) => status))).toEqual(new Set([200]))
    expect([sum('voided'), sum('already_voided')]).toEqual([1, 39])
    expect(await balance()).toBe(4)
  })

  it('doesn’t come back when its meter changes, or when its customer is found', async () => {
    const { name, meter, balance } = await used('sum', 3, 4)
    await voided({ external_id: `${name}-0` })
    await calls.patch(`/meters/${meter.id}`, { aggregation: { func: 'count' } })
    expect(await balance()).toBe(1)
    const external_customer_id = `unknown-${name}`
    const ofNobody = { name, external_customer_id, external_id: `${name}-x` }
    await ingestNew(calls, ofNobody, { ...ofNobody, external_id: `${name}-y` })
    await voided({ external_id: `${name}-x` })
    const { id } = await newCustomer(calls, { external_id: external_customer_id })
    const [adopted] = await listCustomerMeters(calls, `customer_id=${id}&meter_id=${meter.id}`)
    expect(adopted?.consumed_units).toBe(1)
  })

  it('is not measured', async () => {
    const { name, meter } = await used('sum', 3, 4)
    await voided({ external_id: `${name}-0` })
    const span = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2030-01-01T00:00:00Z'
    const measured = await calls.get(`/meters/${meter.id}/quantities?${span}&interval=year`)
    expect(measured).toMatchObject({ status: 200, body: { total: 4 } })
    const aggregation = { func: 'sum', property: 'amount' }
    const preview = await calls.post('/meters/preview', { filter: named(name), aggregation })
    expect(preview).toMatchObject({ status: 200, body: { value: 4 } })
  })

  it('can’t be ingested again', async () => {
    const { name, event, balance } = await used('count', 1)
    await voided({ external_id: `${name}-0` })
    const again = await ingest(calls, { ...event(1), external_id: `${name}-0` })
    expect(again).toMatchObject({ status: 200, body: { inserted: 0, duplicates: 1 } })
    expect(await balance()).toBe(0)
  })

  it('and others stay exact while events arrive', async () => {
    const { name, event, balance } = await used('sum', ...Array.from({ length: 40 }, () => 1))
    const voids = Array.from({ length: 40 }, (_, at) => voided({ external_id: `${name}-${at}` }))
    const arriving = Array.from({ length: 40 }, () => ingest(calls, event(2)))
    for (const { status } of await Promise.all([...voids, ...arriving])) expect(status).toBe(200)
    expect(await balance()).toBe(80)
  })
})

describe('an event that is replaced', () => {
  it('counts as its replacement does', async () => {
    const { name, event, balance } = await used('sum', 100)
    const replacement = { ...event(10), external_id: `${name}-corrected` }
    const done = await voided({ external_id: `${name}-0`, replacement })
    expect(done).toMatchObject(answer({ voided: 1, replaced: 1 }))
    expect(await balance()).toBe(10)
    const { items } = await listEvents(calls, `name=${name}`)
    const [next, former] = items.toSorted((a) => (a.external_id === `${name}-0` ? 1 : -1))
    expect(former).toMatchObject({ replaced_by: next?.id })
    expect(next).toMatchObject({ voided_at: null, metadata: { amount: 10 } })
  })

  it('is replaced once, so a request can be repeated', async () => {
    const { name, event, balance } = await used('sum', 100)
    const correction = { external_id: `${name}-0`, replacement: event(10) }
    await voided(correction)
    expect(await voided(correction)).toMatchObject(answer({ already_voided: 1 }))
    expect(await balance()).toBe(10)
  })

  it('may belong to another customer', async () => {
    const { name, event, balance } = await used('sum', 100)
    const other = await newCustomer(calls)
    const replacement = { ...event(100), customer_id: other.id }
    await voided({ external_id: `${name}-0`, replacement })
    expect(await balance()).toBe(0)
    const [meter] = await listCustomerMeters(calls, `customer_id=${other.id}`)
    expect(meter?.consumed_units).toBe(100)
  })
})

describe('refuses, and changes nothing', () => {
  it('events that aren’t there', async () => {
    const { name, balance } = await used('count', 1)
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect(await voided({ external_id: `${name}-0` }, { id: unknown })).toMatchObject(
      faultAt(1, 'id'),
    )
    expect(await voided({ external_id: 'unknown' })).toMatchObject(faultAt(0, 'external_id'))
    expect(await balance()).toBe(1)
  })

  it('events of another organization', async () => {
    const { name, balance } = await used('count', 1)
    const [event] = (await listEvents(calls, `name=${name}`)).items
    const stranger = await newBackend(server.current, await createOrganization(server.current), [
      'events:write',
    ])
    for (const one of [{ id: event?.id }, { external_id: `${name}-0` }]) {
      expect(await stranger.post('/events/void', { events: [one] })).toMatchObject({ status: 422 })
    }
    expect(await balance()).toBe(1)
  })

  it('replacements that are faulty or were ingested before', async () => {
    const { name, event, balance } = await used('sum', 1, 2)
    const unknown = { ...event(5), customer_id: '00000000-0000-7000-8000-000000000000' }
    const corrections = [{ external_id: `${name}-0` }, { external_id: `${name}-1` }]
    const replacing = (replacement: object) =>
      voided(corrections[0] ?? {}, { ...corrections[1], replacement })
    expect(await replacing(unknown)).toMatchObject(faultAt(1, 'replacement', 'customer_id'))
    const repeated = { ...event(5), external_id: `${name}-0` }
    expect(await replacing(repeated)).toMatchObject(faultAt(1, 'replacement', 'external_id'))
    const future = { ...event(5), timestamp: new Date(Date.now() + 3_600_000).toISOString() }
    expect(await replacing(future)).toMatchObject(faultAt(1, 'replacement', 'timestamp'))
    expect(await balance()).toBe(3)
  })

  it.each([
    ['no event', { reason: 'Why' }, 'id'],
    ['two names', { id: '00000000-0000-7000-8000-000000000000', external_id: 'a' }, 'id'],
    ['an empty reason', { external_id: 'a', reason: '' }, 'reason'],
    ['a long reason', { external_id: 'a', reason: 'a'.repeat(501) }, 'reason'],
  ])('%s', async (_, event, field) => {
    expect(await voided(event)).toMatchObject(faultAt(0, field))
  })

  it('none and too many', async () => {
    expect(await voided()).toMatchObject({ status: 422 })
    const many = Array.from({ length: 1001 }, () => ({ external_id: 'a' }))
    expect(await voided(...many)).toMatchObject({ status: 422 })
  })
})
