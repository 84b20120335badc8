import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { runConcurrently } from '../../../../test/run-concurrently.ts'
import {
  type BillingCalls,
  briefOf,
  inDashboard,
  newAccessToken,
  newBackend,
  withToken,
} from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { bareEndpoint, newEndpoint } from '../../../../test/webhooks.ts'
import { hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'

const scopes = ['webhooks:write'] as const
const { db, server, acme, calls } = sellingServer(scopes)

const backendOf = (organization: OwnedOrganization) =>
  newBackend(server.current, organization, scopes)

const nobodys = '00000000-0000-7000-8000-000000000000'
const at = (id: string) => `/webhooks/endpoints/${id}`

const well = {
  state: 'healthy',
  failing_since: null,
  failed_events: 0,
  waiting: 0,
  lag: 0,
  last_success_at: null,
  last_failure_at: null,
  last_code: null,
}

describe('creating an endpoint', () => {
  it('stores every given field and returns the whole endpoint', async () => {
    const input = {
      url: 'https://127.0.0.1/hook?from=guildhall',
      name: ' Ours ',
      format: 'raw',
      secret: 'a secret of ours',
      events: ['order.paid', 'customer.created', 'order.paid'],
    }
    const { status, body } = await calls.post('/webhooks/endpoints', input)
    expect(status).toBe(201)
    const { secret, ...shown } = body ?? {}
    expect(secret).toBe('a secret of ours')
    expect(shown).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: acme.id,
      url: input.url,
      name: 'Ours',
      format: 'raw',
      events: ['order.paid', 'customer.created'],
      enabled: true,
      disabled_reason: null,
      previous_secret_until: null,
      health: well,
    })
    const read = await calls.get(at(String(shown['id'])))
    expect(read.body).toEqual({ ...shown, secret: '********' })
  })

  it('generates a secret with a prefix that scanners recognize', async () => {
    const { id, secret } = await newEndpoint(calls)
    expect(hasSecretShape(secretPrefixes.webhook, secret)).toBe(true)
    expect((await newEndpoint(calls)).secret).not.toBe(secret)
    expect((await calls.get(at(id))).text).not.toContain(secret)
  })

  it('stores the secret encrypted', async () => {
    const { id, secret } = await newEndpoint(calls, { secret: 'written-in-plain-letters' })
    const { rows } = await db.database.pool.query(
      'select secret_sealed from webhook_endpoint where id = $1',
      [id],
    )
    expect(rows[0].secret_sealed.includes(secret)).toBe(false)
    expect(rows[0].secret_sealed.length).toBeGreaterThan(secret.length)
  })

  it('accepts all events and every format', async () => {
    for (const format of ['raw', 'discord', 'slack']) {
      const answer = await calls.post('/webhooks/endpoints', {
        ...bareEndpoint,
        format,
        events: webhookEventTypes,
      })
      expect(answer.body).toMatchObject({ format, events: webhookEventTypes })
    }
  })

  it.each<[string, object, string]>([
    ['no URL', { url: undefined }, 'body.url'],
    ['an invalid URL', { url: 'hook' }, 'body.url'],
    ['another scheme', { url: 'ftp://example.com/' }, 'body.url'],
    ['a URL that is too long', { url: `https://127.0.0.1/${'x'.repeat(2083)}` }, 'body.url'],
    ['no format', { format: undefined }, 'body.format'],
    ['another format', { format: 'teams' }, 'body.format'],
    ['no events', { events: [] }, 'body.events'],
    ['an unknown event', { events: ['order.paid', 'order.lost'] }, 'body.events.1'],
    ['an empty secret', { secret: '' }, 'body.secret'],
    ['a secret that is too long', { secret: 'x'.repeat(257) }, 'body.secret'],
    ['a name of two lines', { name: 'a\nb' }, 'body.name'],
    ['another organization', { organization_id: nobodys }, 'body.organization_id'],
    ['an unknown field', { endpoint: 'x' }, 'body.endpoint'],
  ])('refuses %s and names its field', async (_what, given, field) => {
    const answer = await calls.post('/webhooks/endpoints', { ...bareEndpoint, ...given })
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
  })

  it('with one idempotency key creates one endpoint with one secret', async () => {
    const key = { 'idempotency-key': 'one-endpoint' }
    const first = await calls.post('/webhooks/endpoints', bareEndpoint, key)
    expect((await calls.post('/webhooks/endpoints', bareEndpoint, key)).text).toBe(first.text)
  })

  it('stops at a hundred endpoints, also for concurrent calls', async () => {
    const crowd = await backendOf(await createOrganization(server.current))
    for (let made = 0; made < 90; made += 10) {
      await Promise.all(Array.from({ length: 10 }, () => newEndpoint(crowd)))
    }
    expect(await runConcurrently(() => crowd.post('/webhooks/endpoints', bareEndpoint))).toEqual({
      201: 10,
      '422 RequestValidationError body': 10,
    })
  })
})

/** The validation fault of an endpoint with this URL. */
async function faultOf(caller: BillingCalls, url: string): Promise<unknown> {
  const { status, body } = await caller.post('/webhooks/endpoints', { ...bareEndpoint, url })
  return status === 201 ? null : body?.['detail']
}

const fault = (msg: string) => [{ loc: ['body', 'url'], msg, type: 'value_error' }]

describe('a server in development', () => {
  it.each([
    'http://127.0.0.1:4000/hook',
    'http://localhost:4000/hook',
    'https://192.168.1.20/hook',
    'https://10.0.0.1:8443/hook',
    'http://[::1]:4000/',
    'https://93.184.216.34/hook',
  ])('accepts the target %s', async (url) => {
    expect(await faultOf(calls, url)).toBeNull()
  })

  it.each([
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['http://[fd00:ec2::254]/', '[fd00:ec2::254]'],
    ['http://0.0.0.0:4000/', '0.0.0.0:4000'],
    ['http://[::ffff:169.254.169.254]/', '[::ffff:a9fe:a9fe]'],
  ])('refuses the target %s', async (url, host) => {
    expect(await faultOf(calls, url)).toEqual(fault(notPublic(host)))
  })

  it('refuses mail ports and credentials in the URL', async () => {
    expect(await faultOf(calls, 'http://127.0.0.1:25/')).toEqual(
      fault('This URL can’t be used: port 25 is not one of the web'),
    )
    expect(await faultOf(calls, 'http://ann:secret@127.0.0.1:4000/')).toEqual(
      fault('This URL can’t be used: a URL must not carry credentials'),
    )
  })

  it('refuses an unknown host with a hint', async () => {
    const host = `${'x'.repeat(64)}.example`
    expect(await faultOf(calls, `https://${host}/hook`)).toEqual(
      fault(`The host ${host} was not found. Check its spelling.`),
    )
  })
})

const notPublic = (host: string): string =>
  `The host ${host} is not reachable from the internet. Use the URL of a public server.`

describe('a public server', () => {
  let site: TestServer
  let backend: BillingCalls

  beforeAll(async () => {
    const { token } = await newAccessToken(server.current, acme, ['webhooks:write'])
    site = await startTestServer(db, {
      GUILDHALL_URL: 'https://guildhall.example',
      GUILDHALL_ROLES: 'web',
    })
    backend = withToken({ url: `http://127.0.0.1:${site.port}` }, token)
  })
  afterAll(() => site?.stop())

  it('accepts only https', async () => {
    expect(await faultOf(backend, 'http://93.184.216.34/hook')).toEqual(
      fault('This URL can’t be used: the scheme must be https'),
    )
    expect(await faultOf(backend, 'https://93.184.216.34/hook')).toBeNull()
  })

  it.each(['127.0.0.1', 'localhost', '10.0.0.1', '192.168.1.20', '[::1]', '0x7f.1'])(
    'refuses the target %s',
    async (host) => {
      const shown = new URL(`https://${host}/`).host
      expect(await faultOf(backend, `https://${host}/hook`)).toEqual(fault(notPublic(shown)))
    },
  )

  it('refuses the same targets when an endpoint is changed', async () => {
    const { id } = await newEndpoint(backend, { url: 'https://93.184.216.34/hook' })
    const answer = await backend.patch(at(id), { url: 'https://127.0.0.1/hook' })
    expect(answer.body).toMatchObject({ detail: fault(notPublic('127.0.0.1')) })
    expect((await backend.get(at(id))).body).toMatchObject({ url: 'https://93.184.216.34/hook' })
  })
})

describe('changing an endpoint', () => {
  it('keeps absent fields and removes the name on null', async () => {
    const { id } = await newEndpoint(calls, { name: 'Before' })
    const input = { url: 'http://127.0.0.1:4001/', format: 'slack', events: ['order.paid'] }
    expect((await calls.patch(at(id), input)).body).toMatchObject({
      ...input,
      name: 'Before',
      enabled: true,
      modified_at: expect.any(String),
    })
    const nulls = { url: null, format: null, secret: null, events: null, enabled: null, name: null }
    expect((await calls.patch(at(id), nulls)).body).toMatchObject({ ...input, name: null })
  })

  it('without a difference records no event', async () => {
    const { id, url } = await newEndpoint(calls)
    const before = (await calls.get(at(id))).body
    const events = ['customer.updated', 'customer.created', 'customer.updated']
    expect((await calls.patch(at(id), { url, events, enabled: true })).body).toEqual(before)
    expect(await eventNamesOf(id)).toEqual(['webhook_endpoint.created'])
  })

  it('can disable and enable it', async () => {
    const { id } = await newEndpoint(calls)
    expect((await calls.patch(at(id), { enabled: false })).body).toMatchObject({
      enabled: false,
      disabled_reason: 'member',
      health: { state: 'disabled' },
    })
    expect((await calls.patch(at(id), { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
      health: { state: 'healthy' },
    })
    expect(await eventNamesOf(id)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.disabled',
      'webhook_endpoint.enabled',
    ])
  })

  it('is recorded with everything but the secret', async () => {
    const { id } = await newEndpoint(calls, { secret: 'never-sent-to-anybody' })
    await calls.patch(at(id), { name: 'Renamed', secret: 'nor-is-the-next-one' })
    const recorded = (await eventsOf(server.current, acme)).filter(
      ({ objectId }) => objectId === id,
    )
    expect(recorded.map(({ name }) => name)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.updated',
      'webhook_endpoint.secret_rotated',
    ])
    expect(JSON.stringify(recorded)).not.toMatch(/never-sent|nor-is/)
    expect(recorded[1]?.payload).toMatchObject({ id, name: 'Renamed', enabled: true })
  })
})

const eventNamesOf = async (id: string): Promise<string[]> =>
  (await eventsOf(server.current, acme))
    .filter(({ objectId }) => objectId === id)
    .map(({ name }) => name)

describe('a deleted endpoint', () => {
  it('is not found any more', async () => {
    const { id } = await newEndpoint(calls)
    expect((await calls.remove(at(id))).status).toBe(204)
    for (const ask of [
      calls.get(at(id)),
      calls.patch(at(id), { name: 'x' }),
      calls.remove(at(id)),
      calls.get(`${at(id)}/secret`),
      calls.post(`${at(id)}/secret`, {}),
      calls.post(`${at(id)}/replay`, { failed_only: true }),
    ]) {
      expect(briefOf(await ask)).toBe('404 ResourceNotFound')
    }
    expect(await eventNamesOf(id)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.deleted'])
  })

  it('is deleted once by many requests', async () => {
    const { id } = await newEndpoint(calls)
    expect(await runConcurrently(() => calls.remove(at(id)))).toEqual({
      204: 1,
      '404 ResourceNotFound': 19,
    })
  })

  it('is deleted with its organization', async () => {
    const gone = await createOrganization(server.current)
    const { id } = await newEndpoint(await backendOf(gone))
    const { browser } = gone.owner
    const body = { organizationId: gone.id }
    expect((await browser.post('/api/auth/organization/delete', body)).status).toBe(200)
    const { rows } = await db.database.pool.query(
      `select id from webhook_endpoint where id = $1
        union all select endpoint_id from webhook_lane where endpoint_id = $1`,
      [id],
    )
    expect(rows).toEqual([])
  })
})

describe('the list of endpoints', () => {
  it('is sorted by creation, URL or name, and paginated', async () => {
    const beta = await createOrganization(server.current)
    const backend = await backendOf(beta)
    for (const [url, name] of [
      ['http://127.0.0.1:4003/', 'Beta'],
      ['http://127.0.0.1:4001/', null],
      ['http://127.0.0.1:4002/', 'Alpha'],
    ]) {
      await newEndpoint(backend, { url, name })
    }
    const portsOf = async (query: string): Promise<string[]> => {
      const { body } = await backend.get(`/webhooks/endpoints?${query}`)
      const items = Array.isArray(body?.['items']) ? body['items'] : []
      return items.map(({ url }) => new URL(url).port)
    }
    expect(await portsOf('')).toEqual(['4003', '4001', '4002'])
    expect(await portsOf('sorting=-created_at')).toEqual(['4002', '4001', '4003'])
    expect(await portsOf('sorting=url')).toEqual(['4001', '4002', '4003'])
    expect(await portsOf('sorting=name')).toEqual(['4002', '4003', '4001'])
    expect(await portsOf('limit=2&page=2')).toEqual(['4002'])
    expect((await backend.get('/webhooks/endpoints?limit=2')).body).toMatchObject({
      pagination: { total_count: 3, max_page: 2 },
    })
    const owner = inDashboard(server.current, beta.owner)
    const path = `/webhooks/endpoints?organization_id=${beta.id}`
    expect((await owner.get(path)).body).toMatchObject({ pagination: { total_count: 3 } })
  })
})
