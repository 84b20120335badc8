import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { ingestNew, listEvents } from '../../../../test/usage.ts'

const { server, calls } = sellingServer(['events:write', 'customers:write', 'meters:write'])

const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()

const whose: Record<string, string> = {}

beforeAll(async () => {
  const ann = await newCustomer(calls, { external_id: 'ann' })
  const bob = await newCustomer(calls)
  whose['ann'] = ann.id
  whose['bob'] = bob.id
  await ingestNew(
    calls,
    {
      name: 'call',
      customer_id: ann.id,
      external_id: 'a',
      timestamp: minute(1),
      metadata: { plan: 'pro', n: 5 },
    },
    {
      name: 'call',
      external_customer_id: 'ann',
      external_id: 'b',
      timestamp: minute(2),
      metadata: { 'a.b': 'dotted', a: { b: 'nested' } },
    },
    {
      name: 'Disk 50%',
      customer_id: bob.id,
      external_id: 'c',
      timestamp: minute(3),
      metadata: { plan: 'team', n: 5 },
    },
    { name: 'disk_io', external_customer_id: 'carl', external_id: 'd', timestamp: minute(4) },
    {
      name: 'call',
      external_customer_id: 'carl',
      external_id: 'e',
      timestamp: minute(5),
      metadata: { plan: 'pro', usage: { input: { cached: 0.5 } }, ok: true },
    },
  )
  const other = await newBackend(server.current, await createOrganization(server.current), [
    'events:write',
    'customers:write',
  ])
  await newCustomer(other, { external_id: 'carl' })
  await ingestNew(other, { name: 'call', external_customer_id: 'carl', timestamp: minute(6) })
})

const idsOf = async (query: string): Promise<string> =>
  (await listEvents(calls, query)).items.map((event) => event.external_id).join('')

/** With the ids of customers for their names. */
const named = (query: string) => query.replace(/\$(\w+)/g, (_, name) => whose[name] ?? '')

describe('listing events', () => {
  it.each([
    ['', 'edcba'],
    ['sorting=timestamp', 'abcde'],
    ['sorting=-timestamp&limit=2', 'ed'],
    ['sorting=timestamp&limit=2&page=3', 'e'],
    ['sorting=timestamp&limit=2&page=4', ''],
    [`start_timestamp=${minute(2)}`, 'edc'],
    [`end_timestamp=${minute(3)}`, 'ba'],
    [`start_timestamp=${minute(1)}&end_timestamp=${minute(5)}`, 'dcb'],
    ['customer_id=$ann', 'ba'],
    ['customer_id=$ann&customer_id=$bob', 'cba'],
    ['customer_id=$ann&customer_id=$ann&limit=1', 'b'],
    ['external_customer_id=ann', 'ba'],
    ['external_customer_id=ann&external_customer_id=carl', 'edba'],
    ['external_customer_id=carl&external_customer_id=carl', 'ed'],
    ['external_customer_id=carl&sorting=timestamp', 'de'],
    ['external_customer_id=nobody', ''],
    ['customer_id=$ann&external_customer_id=ann', 'ba'],
    ['customer_id=$ann&external_customer_id=carl', ''],
    ['name=call', 'eba'],
    ['name=call&name=disk_io', 'edba'],
    ['name=Call', ''],
    ['source=user', 'edcba'],
    ['source=system', ''],
    ['query=DISK', 'dc'],
    ['query=%25', 'c'],
    ['query=k_', 'd'],
    ['external_id=b&external_id=d', 'db'],
    ['metadata[plan]=pro', 'ea'],
    ['metadata[plan]=pro&metadata[n]=5', 'a'],
    ['metadata[plan]=pro&metadata[plan]=team', 'eca'],
    ['metadata[ok]=true', 'e'],
    ['metadata[usage.input.cached]=0.5', 'e'],
    ['metadata[usage.input.cached]=0.4', ''],
    ['metadata[a.b]=dotted', 'b'],
    ['metadata[a.b]=nested', ''],
    ['name=call&external_customer_id=carl&metadata[plan]=pro', 'e'],
  ])('with %s returns the matching events in order', async (query, ids) => {
    expect(await idsOf(named(query))).toBe(ids)
  })

  const clause = (property: string, operator: string, value: unknown) => ({
    property,
    operator,
    value,
  })
  const filter = (...clauses: object[]) => JSON.stringify({ conjunction: 'and', clauses })
  const pro = clause('plan', 'eq', 'pro')

  it.each([
    [[], 'edcba'],
    [[pro], 'ea'],
    [[pro, clause('metadata.n', 'gte', 5)], 'a'],
    [[clause('usage.input.cached', 'lt', 1)], 'e'],
    [[clause('name', 'like', '%')], 'c'],
    [[clause('timestamp', 'gt', Date.parse(minute(3)) / 1000)], 'ed'],
    [[pro, { conjunction: 'or', clauses: [clause('n', 'eq', 5), clause('ok', 'eq', true)] }], 'ea'],
  ])('with the filter %j returns what it matches, also as a meter’s', async (clauses, ids) => {
    const text = filter(...clauses)
    expect(await idsOf(`filter=${encodeURIComponent(text)}`)).toBe(ids)
    const { id } = await newMeter(calls, { filter: JSON.parse(text) })
    expect(await idsOf(`meter_id=${id}`)).toBe(ids)
    expect(await idsOf(named(`meter_id=${id}&customer_id=$ann`))).toBe(ids.replace(/[^ab]/g, ''))
    const { pagination } = await listEvents(calls, `meter_id=${id}&limit=1`)
    expect(pagination.total_count).toBe(ids.length)
  })

  it('of an unknown meter, or a filter and a meter that exclude each other, are none', async () => {
    expect(await idsOf('meter_id=00000000-0000-7000-8000-000000000000')).toBe('')
    const { id } = await newMeter(calls, { filter: JSON.parse(filter(pro)) })
    const text = filter(clause('plan', 'eq', 'team'))
    expect(await idsOf(`meter_id=${id}&filter=${encodeURIComponent(text)}`)).toBe('')
  })

  it.each([
    ['{', 'query.filter'],
    ['[]', 'query.filter'],
    ['"all"', 'query.filter'],
    [filter(clause('plan', 'is', 'pro')), 'query.filter.clauses.operator'],
    [filter(clause('plan', 'eq', '\0')), 'query.filter'],
    [`{"conjunction":"and","clauses":${'['.repeat(2000)}${']'.repeat(2000)}}`, 'query.filter'],
    [`{"conjunction":"and","clauses":[${'{"clauses":['.repeat(500)}`, 'query.filter'],
  ])('refuses the filter %.40s', async (text, field) => {
    expect(briefOf(await calls.get(`/events/?filter=${encodeURIComponent(text)}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })

  it.each([
    ['', 5, 5],
    ['name=call', 3, 3],
    ['query=disk', 2, 2],
    ['customer_id=$ann', 2, 2],
    ['external_customer_id=ann&external_customer_id=carl', 4, 4],
    ['metadata[plan]=pro', 2, 2],
    ['page=9', 5, 5],
  ])('with %s returns the total', async (query, total, pages) => {
    const { pagination } = await listEvents(calls, named(`limit=1&${query}`))
    expect(pagination).toEqual({ total_count: total, max_page: pages })
  })

  it('estimates the total of a filter among many events, and knows that of a name', async () => {
    const shop = await newBackend(server.current, await createOrganization(server.current), [
      'events:write',
    ])
    const events = Array.from({ length: 1000 }, (_, at) => ({
      name: at % 2 === 0 ? 'even' : 'odd',
      external_customer_id: 'many',
      metadata: { quarter: at % 4 === 0 },
    }))
    for (let request = 0; request < 11; request += 1) await ingestNew(shop, ...events)
    const totalOf = async (query: string) =>
      (await listEvents(shop, `limit=1&${query}`)).pagination.total_count
    expect(await totalOf('')).toBe(11_000)
    expect(await totalOf('name=odd')).toBe(5500)
    for (const query of ['', 'name=even&']) {
      const estimated = await totalOf(`${query}metadata[quarter]=true`)
      expect(Math.abs(estimated - 2750)).toBeLessThan(50)
    }
    expect(await totalOf('metadata[quarter]=true&page=2700')).toBeGreaterThanOrEqual(2700)
    expect(await totalOf('external_customer_id=many&page=10500')).toBeGreaterThan(10_500)
  })

  it('continues behind an event, in both directions', async () => {
    const { items } = await listEvents(calls, '')
    const id = items.find(({ external_id }) => external_id === 'c')?.id
    expect(await idsOf(`after=${id}`)).toBe('ba')
    expect(await idsOf(`after=${id}&limit=1`)).toBe('b')
    expect(await idsOf(`after=${id}&sorting=timestamp`)).toBe('de')
    expect(await idsOf('after=00000000-0000-7000-8000-000000000000')).toBe('')
    const { pagination } = await listEvents(calls, `after=${id}`)
    expect(pagination.total_count).toBe(5)
  })

  it('pages of events of one instant don’t overlap', async () => {
    const timestamp = minute(30)
    const same = Array.from({ length: 9 }, (_, at) => ({
      name: 'same',
      external_customer_id: `same-${at % 2}`,
      external_id: String(at),
      timestamp,
    }))
    await ingestNew(calls, ...same)
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) =>
        idsOf(`external_customer_id=same-0&external_customer_id=same-1&limit=2&page=${page}`),
      ),
    )
    expect(pages.join('')).toBe('876543210')
  })

  it.each([
    ['sorting=name', 'query.sorting'],
    ['page=0', 'query.page'],
    ['customer_id=ann', 'query.customer_id'],
    ['source=robot', 'query.source'],
    ['start_timestamp=yesterday', 'query.start_timestamp'],
    ['meter_id=1', 'query.meter_id'],
    ['after=1', 'query.after'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await calls.get(`/events/?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })
})

describe('an event', () => {
  const readEvent = async (externalId: string) => {
    const { items } = await listEvents(calls, `external_id=${externalId}`)
    const answer = await calls.get(`/events/${items[0]?.id}`)
    expect(answer.body).toEqual(items[0])
    return answer.body
  }

  it('is shown with its customer', async () => {
    expect(await readEvent('a')).toMatchObject({
      name: 'call',
      source: 'user',
      timestamp: minute(1),
      ingested_at: expect.any(String),
      organization_id: expect.any(String),
      customer_id: whose['ann'],
      customer: { id: whose['ann'], external_id: 'ann' },
      external_customer_id: 'ann',
      external_id: 'a',
      subscription_id: null,
      entity: null,
      metadata: { plan: 'pro', n: 5 },
      nested_metadata: null,
    })
  })

  it('of nobody is shown without', async () => {
    expect(await readEvent('d')).toMatchObject({
      customer_id: null,
      customer: null,
      external_customer_id: 'carl',
      metadata: {},
    })
  })

  it('keeps its deleted customer', async () => {
    const { id } = await newCustomer(calls)
    await ingestNew(calls, { name: 'call', customer_id: id, external_id: 'deleted' })
    await calls.remove(`/customers/${id}`)
    expect(await readEvent('deleted')).toMatchObject({ customer_id: id, customer: { id } })
  })

  it('shows nested metadata with dots, and as it was sent', async () => {
    expect(await readEvent('e')).toMatchObject({
      metadata: { plan: 'pro', 'usage.input.cached': 0.5, ok: true },
      nested_metadata: { plan: 'pro', usage: { input: { cached: 0.5 } }, ok: true },
    })
  })

  it('that doesn’t exist is not found', async () => {
    const answer = await calls.get('/events/00000000-0000-7000-8000-000000000000')
    expect(briefOf(answer)).toBe('404 ResourceNotFound')
  })
})

describe('listing names of events', () => {
  const names = z.object({
    items: z.array(z.object({ name: z.string(), occurrences: z.number() })),
    pagination: z.object({ total_count: z.number(), max_page: z.number() }),
  })
  const read = async (query: string) => {
    const answer = await calls.get(`/events/names?${named(query)}`)
    expect(answer).toMatchObject({ status: 200 })
    return names.parse(answer.body)
  }
  const countsOf = async (query: string) =>
    (await read(query)).items.map(({ name, occurrences }) => `${name} ${occurrences}`).join(', ')

  const early = `query=k`

  it.each([
    ['customer_id=$ann', 'call 2'],
    ['external_customer_id=carl', 'call 1, disk_io 1'],
    ['customer_id=$bob&external_customer_id=carl', ''],
    ['external_customer_id=carl&query=disk', 'disk_io 1'],
    [early, 'disk_io 1, Disk 50% 1'],
    [`${early}&sorting=name`, 'Disk 50% 1, disk_io 1'],
    [`${early}&sorting=-first_seen`, 'disk_io 1, Disk 50% 1'],
    [`${early}&sorting=-first_seen&limit=1&page=2`, 'Disk 50% 1'],
    [`${early}&source=system`, ''],
    [`${early}&source=user&sorting=occurrences`, 'Disk 50% 1, disk_io 1'],
  ])('with %s', async (query, expected) => {
    expect(await countsOf(query)).toBe(expected)
  })

  it('shows when a name was first and last seen', async () => {
    const answer = await calls.get(`/events/names?${named('customer_id=$ann')}`)
    expect(answer.body).toMatchObject({
      items: [{ source: 'user', first_seen: minute(1), last_seen: minute(2) }],
    })
  })

  it('counts duplicates once', async () => {
    await ingestNew(calls, { name: 'counted', external_customer_id: 'x', external_id: 'counted' })
    const again = { name: 'counted', external_customer_id: 'x', external_id: 'counted' }
    await calls.post('/events/ingest', { events: [again, again] })
    expect(await countsOf('query=counted')).toBe('counted 1')
  })

  it('counts the pages, also beyond the last', async () => {
    const pagination = { total_count: 2, max_page: 2 }
    expect((await read(`${early}&limit=1`)).pagination).toEqual(pagination)
    expect(await read(`${early}&limit=1&page=3`)).toEqual({ items: [], pagination })
  })
})

describe('the export of events', () => {
  const fileOf = async (query: string) => {
    const { status, text } = await calls.get(`/events/export?${query}`)
    expect(status).toBe(200)
    return text.trim().split('\r\n')
  }

  it.each<[string, string[]]>([
    ['', ['e', 'd', 'c', 'b', 'a']],
    ['sorting=timestamp', ['a', 'b', 'c', 'd', 'e']],
    ['name=call', ['e', 'b', 'a']],
    ['external_customer_id=carl', ['e', 'd']],
    ['metadata[plan]=pro', ['e', 'a']],
    ['query=DISK&sorting=timestamp', ['c', 'd']],
    [`start_timestamp=${minute(2)}&end_timestamp=${minute(5)}`, ['d', 'c']],
    ['meter_id=00000000-0000-7000-8000-000000000000', []],
  ])('with “%s” has what the list has', async (query, ids) => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => `external_id=${id}&`).join('')
    expect((await fileOf(`${five}${query}&columns=external_id`)).slice(1)).toEqual(ids)
  })

  it('has the events of a customer with their metadata as it was sent', async () => {
    const [head, ...lines] = await fileOf(`customer_id=${whose['ann']}`)
    expect(head).toMatch(/^id,timestamp,ingested_at,name,source,customer_id,customer_email,/)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('"{""a"":{""b"":""nested""},""a.b"":""dotted""}"')
    expect(lines[1]).toContain(`,call,user,${whose['ann']},`)
  })

  it('is read in parts, each of which begins where the one before ended', async () => {
    const shop = await createOrganization(server.current)
    const many = await newBackend(server.current, shop, ['events:write'])
    const events = Array.from({ length: 1_000 }, (_, at) => ({
      name: 'call',
      external_customer_id: 'many',
      external_id: String(at),
      timestamp: minute(Math.floor(at / 700)),
    }))
    await ingestNew(many, ...events)
    await ingestNew(many, { ...events[0], external_id: 'last' })
    const { text } = await many.get('/events/export?sorting=timestamp&columns=external_id')
    expect(new Set(text.trim().split('\r\n').slice(1)).size).toBe(1_001)
  })

  it.each([
    ['columns=secret', 'query.columns'],
    ['start_timestamp=soon', 'query.start_timestamp'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await calls.get(`/events/export?${query}`))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })

  it('has nothing of other sellers, and needs the right to read events', async () => {
    const other = await createOrganization(server.current)
    const stranger = await newBackend(server.current, other, ['events:read'])
    expect((await stranger.get('/events/export?columns=id')).text).toBe('id\r\n')
    const token = await newBackend(server.current, other, ['orders:read'])
    expect(briefOf(await token.get('/events/export'))).toBe('403 NotPermitted')
  })
})
