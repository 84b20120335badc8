import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Filter } from '@polar-sh/sdk/models/components/filter.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, newSeller, newToken, thrown } from './seller.ts'

const site = testSite()
let token: string

beforeAll(async () => {
  const acme = await newSeller(site, 'acme')
  token = (
    await newToken(acme, [
      'events:write',
      'customers:write',
      'customer_meters:read',
      'customer_sessions:write',
      'meters:write',
    ])
  ).token
})

const backend = () => asBackend(site, token)

const post = (path: string, body: string): Promise<Response> =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })

const everyone = { page: 1, limit: 100 }

describe('the backend of Acme', () => {
  it('ingests events and reads them with the official client', async () => {
    const { events, customers } = backend()
    const ann = await customers.create({ email: 'ann@users.test', externalId: 'ann' })
    const timestamp = new Date('2026-01-02T03:04:05.678Z')
    const metadata = { model: 'lite', tokens: 12, rate: 0.5, cached: true }
    const ingested = await events.ingest({
      events: [
        { name: 'completion', customerId: ann.id, timestamp, metadata },
        { name: 'completion', externalCustomerId: 'ann' },
        { name: 'upload', externalCustomerId: 'not-yet' },
      ],
    })
    expect(ingested).toMatchObject({ inserted: 3 })
    const { result } = await events.list({ customerId: ann.id, sorting: ['timestamp'] })
    expect(result.pagination).toEqual({ totalCount: 2, maxPage: 1 })
    const [first] = result.items
    expect(first).toMatchObject({
      name: 'completion',
      source: 'user',
      timestamp,
      metadata,
      customerId: ann.id,
      customer: { externalId: 'ann' },
      externalCustomerId: 'ann',
    })
    expect(await events.get({ id: first?.id ?? '' })).toEqual(first)
    const unknown = { id: '00000000-0000-7000-8000-000000000000' }
    expect(await thrown(events.get(unknown))).toBeInstanceOf(ResourceNotFound)
  })

  it('filters events by every parameter of the official client', async () => {
    const { events, meters } = backend()
    const filter: Filter = {
      conjunction: 'and',
      clauses: [{ property: 'tokens', operator: 'gte', value: 12 }],
    }
    const meter = await meters.create({ name: 'Tokens', filter, aggregation: { func: 'count' } })
    const { result } = await events.list({
      ...everyone,
      filter: JSON.stringify(filter),
      startTimestamp: new Date('2026-01-02T03:04:05Z'),
      endTimestamp: new Date('2026-01-02T03:04:06Z'),
      externalCustomerId: ['ann', 'bob'],
      meterId: meter.id,
      name: 'completion',
      source: 'user',
      sorting: ['-timestamp'],
      metadata: { model: 'lite' },
    })
    expect(result.items).toHaveLength(1)
  })

  it('lists the names of events', async () => {
    const { result } = await backend().events.listNames({ sorting: ['-occurrences'] })
    expect(result.items).toMatchObject([
      { name: 'completion', source: 'user', occurrences: 2, firstSeen: expect.any(Date) },
      { name: 'upload', occurrences: 1 },
    ])
  })

  it('learns which events are faulty', async () => {
    const error = await thrown(
      backend().events.ingest({
        events: [
          { name: 'upload', externalCustomerId: 'ann' },
          { name: 'upload', customerId: '00000000-0000-7000-8000-000000000000' },
        ],
      }),
    )
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', 'events', 1, 'customer_id'] }] })
  })

  it('gives a new customer the events that were waiting', async () => {
    const { events, customers } = backend()
    const { id } = await customers.create({ email: 'new@users.test', externalId: 'not-yet' })
    const { result } = await events.list({ customerId: id })
    expect(result.items).toMatchObject([{ name: 'upload', customerId: id }])
  })

  it('voids and replaces events', async () => {
    const { customers, events } = backend()
    const { id: customer_id } = await customers.create({ email: 'dan@users.test' })
    const send = async (path: string, body: object) => {
      const answer = await fetch(`${site.url}/v1/events/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(200)
      return answer.json()
    }
    const call = { name: 'call', customer_id }
    await send('ingest', {
      events: [
        { ...call, external_id: 'wrong' },
        { ...call, external_id: 'twice' },
      ],
    })
    const corrected = await send('void', {
      events: [
        { external_id: 'twice', reason: 'Sent twice' },
        { external_id: 'wrong', replacement: { ...call, external_id: 'right' } },
      ],
    })
    expect(corrected).toEqual({ voided: 2, replaced: 1, already_voided: 0 })
    const { result } = await events.list({ customerId: customer_id })
    expect(result.items).toHaveLength(3)
  })

  it('knows what a customer used as soon as the events are stored', async () => {
    const { customerMeters, customers, events, meters } = backend()
    const { id: customerId } = await customers.create({ email: 'eve@users.test' })
    const { id: meterId } = await meters.create({
      name: 'Tokens of Eve',
      filter: { conjunction: 'and', clauses: [{ property: 'user', operator: 'eq', value: 'eve' }] },
      aggregation: { func: 'sum', property: 'tokens' },
    })
    const use = (tokens: number) =>
      events.ingest({ events: [{ name: 'call', customerId, metadata: { user: 'eve', tokens } }] })
    await use(0.1)
    await use(0.2)
    const { result } = await customerMeters.list({ customerId, meterId })
    const used = { meterId, consumedUnits: 0.3, creditedUnits: 0, balance: -0.3 }
    expect(result.items).toMatchObject([{ ...used, customer: { id: customerId } }])
    const [first] = result.items
    expect(await customerMeters.get({ id: first?.id ?? '' })).toEqual(first)
    const state = await customers.getState({ id: customerId })
    expect(state.activeMeters.find((one) => one.meterId === meterId)).toMatchObject(used)
  })

  it('lets a customer read in the portal what they used', async () => {
    const { customers, customerPortal, customerSessions, events, meters } = backend()
    const { id: customerId } = await customers.create({ email: 'fay@users.test' })
    const { id: meterId } = await meters.create({
      name: 'Exports of Fay',
      filter: { conjunction: 'and', clauses: [{ property: 'user', operator: 'eq', value: 'fay' }] },
      aggregation: { func: 'count' },
    })
    const event = { name: 'export', customerId, metadata: { user: 'fay' } }
    await events.ingest({ events: [event, event] })
    const session = { customerSession: (await customerSessions.create({ customerId })).token }
    const { result } = await customerPortal.customerMeters.list(session, {
      meterId,
      query: 'exports',
      sorting: ['-consumed_units', 'meter_name'],
    })
    expect(result.items).toMatchObject([
      {
        customerId,
        meterId,
        consumedUnits: 2,
        creditedUnits: 0,
        balance: -2,
        meter: { name: 'Exports of Fay' },
      },
    ])
    const [first] = result.items
    const { id = '' } = first ?? {}
    expect(await customerPortal.customerMeters.get(session, { id })).toEqual(first)
    const unknown = { id: '00000000-0000-7000-8000-000000000000' }
    const missing = customerPortal.customerMeters.get(session, unknown)
    expect(await thrown(missing)).toBeInstanceOf(ResourceNotFound)
  })
})

const named = (value: string): Filter => ({
  conjunction: 'and',
  clauses: [{ property: 'name', operator: 'eq', value }],
})

describe('the backend of Acme measures', () => {
  it('quantities with every parameter of the official client', async () => {
    const { customers, events, meters } = backend()
    const { id: customerId } = await customers.create({
      email: 'max@users.test',
      externalId: 'max',
    })
    const meter = await meters.create({
      name: 'Largest job',
      filter: named('job'),
      aggregation: { func: 'max', property: 'size' },
    })
    const job = (timestamp: string, size: number, externalCustomerId: string) => ({
      name: 'job',
      timestamp: new Date(timestamp),
      metadata: { size },
      externalCustomerId,
    })
    await events.ingest({
      events: [
        job('2026-03-30T10:00:00Z', 2.5, 'max'),
        job('2026-03-31T10:00:00Z', 0.5, 'max'),
        job('2026-04-02T10:00:00Z', 7, 'somebody'),
      ],
    })
    const span = {
      id: meter.id,
      startTimestamp: new Date('2026-03-30T00:00:00Z'),
      endTimestamp: new Date('2026-04-03T00:00:00Z'),
    }
    const all = await meters.quantities({ ...span, interval: 'day' })
    expect(all.total).toBe(7)
    expect(all.quantities.map(({ quantity }) => quantity)).toEqual([2.5, 0.5, 0, 7])
    expect(all.quantities[1]?.timestamp).toEqual(new Date('2026-03-31T00:00:00Z'))
    const own = await meters.quantities({ ...span, interval: 'month', customerId })
    expect(own.quantities.map(({ quantity }) => quantity)).toEqual([2.5, 0])
    const several = { customerId: [customerId], externalCustomerId: ['max', 'somebody'] }
    for (const interval of ['year', 'week'] as const) {
      expect(await meters.quantities({ ...span, interval, ...several })).toMatchObject({
        total: 2.5,
      })
    }
    const tooLong = { ...span, endTimestamp: new Date('2026-04-08T00:00:00Z') }
    const error = await thrown(meters.quantities({ ...tooLong, interval: 'hour' }))
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['query'] }] })
  })

  it('what a meter would count before it is made', async () => {
    const definition = { filter: named('upload'), aggregation: { func: 'count' } }
    const answer = await post('/v1/meters/preview', JSON.stringify(definition))
    expect(await answer.json()).toMatchObject({
      matching_events: 1,
      value: 1,
      latest_events: [{ name: 'upload' }],
    })
  })
})

describe('the examples of the documentation', () => {
  const run = promisify(execFile)
  const cwd = fileURLToPath(new URL('..', import.meta.url))

  async function examples(language: string): Promise<string[]> {
    const page = await readFile(new URL('../../../../docs/usage.md', import.meta.url), 'utf8')
    const blocks = page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\`\n`, 'gs'))
    return Array.from(blocks, ([, code = '']) => code)
  }

  function requestOf(command: string): { readonly path: string; readonly body: string } {
    const [, body = ''] = /-d '(.*)'$/s.exec(command) ?? []
    const [, path = ''] = /"\$GUILDHALL_URL(\S+)"/.exec(command) ?? []
    return { path, body }
  }

  /** As a program of a backend. */
  async function runProgram(code: string): Promise<string> {
    const env = { PATH: process.env['PATH'], GUILDHALL_URL: site.url, GUILDHALL_TOKEN: token }
    const { stdout, stderr } = await run(
      process.execPath,
      ['--no-warnings', '--input-type=module', '--eval', code],
      { cwd, env },
    )
    expect(stderr).toBe('')
    return stdout.trim()
  }

  const namedOf = async (externalCustomerId: string) =>
    (await backend().events.list({ ...everyone, externalCustomerId })).result.items

  it('ingest an event with the official client', async () => {
    const [official = ''] = await examples('js')
    expect(await runProgram(official)).toBe('1')
    expect(await namedOf('user_42')).toMatchObject([{ metadata: { input_tokens: 1200 } }])
  })

  it('ingest an event with curl', async () => {
    const [command = ''] = await examples('sh')
    const { path, body } = requestOf(command)
    const answer = await post(path, body)
    expect(await answer.json()).toEqual({ inserted: 1, duplicates: 0 })
    expect(await namedOf('user_42')).toMatchObject([
      { metadata: { model: 'lite', 'usage.input_tokens': 1200 } },
      {},
    ])
  })

  it('measure with the official client, and preview with curl', async () => {
    const [official = '', , , quantities = ''] = await examples('js')
    const { id } = await backend().meters.create({
      name: 'Examples',
      filter: named('completion'),
      aggregation: { func: 'count' },
    })
    const [client = ''] = official.split('const { inserted }')
    const printing = 'console.log(quantities.length, total)'
    const program = `${client}\nconst meterId = '${id}'\n${quantities}\n${printing}`
    expect(await runProgram(program)).toBe('31 0')
    const command = (await examples('sh')).find((one) => one.includes('/v1/meters/preview'))
    const { path, body } = requestOf(command ?? '')
    const answer = await post(path, body)
    expect(await answer.json()).toMatchObject({ value: 1200, latest_events: expect.any(Array) })
  })

  it('collect many events, and count none of them twice', async () => {
    const [, client = '', completions = ''] = await examples('js')
    await runProgram(`${client}
      for (let at = 0; at < 1500; at++) track({ name: 'many', external_customer_id: 'batched' })
      await flush()
      track({ name: 'many', external_customer_id: 'batched', external_id: 'same' })
      await flush()
      track({ name: 'many', external_customer_id: 'batched', external_id: 'same' })
      await flush()`)
    const { result } = await backend().events.listNames({ externalCustomerId: 'batched' })
    expect(result.items).toMatchObject([{ name: 'many', occurrences: 1501 }])
    const usage = {
      prompt_tokens: 1200,
      completion_tokens: 310,
      prompt_tokens_details: { cached_tokens: 1000 },
    }
    const completion = { id: 'chatcmpl-1', model: 'lite', usage }
    await runProgram(`${client}${completions}
      trackCompletion('asking', ${JSON.stringify(completion)})
      await flush()`)
    expect(await namedOf('asking')).toMatchObject([
      { metadata: { input_tokens: 200, cached_tokens: 1000, output_tokens: 310 } },
    ])
  })

  it('repeat what the server couldn’t store, and report what it refuses', async () => {
    const [, client = ''] = await examples('js')
    const failing = `let left = 2
      const real = fetch
      globalThis.fetch = async (...call) => {
        if (left-- > 1) throw new TypeError('no connection')
        if (left === 0) return await real(...call), new Response('', { status: 503 })
        return real(...call)
      }
      console.error = (...words) => console.log(words[0], words[1].detail?.[0].loc.join('.'))`
    const out = await runProgram(`${failing}\n${client}
      track({ name: 'once', external_customer_id: 'flaky' })
      await flush()
      track({ name: '', external_customer_id: 'flaky' })
      await flush()`)
    expect(out).toBe('events were refused body.events.0.name')
    expect(await namedOf('flaky')).toHaveLength(1)
  })
})
