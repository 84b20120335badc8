import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, newSeller, newToken } from './seller.ts'

const site = testSite()
let token: string
let portalToken: string
let reservationId = ''
const ids = { customer: '', meter: '' }

beforeAll(async () => {
  const acme = await newSeller(site, 'acme')
  const made = await newToken(acme, [
    'events:write',
    'customers:write',
    'customer_meters:read',
    'customer_sessions:write',
    'meters:write',
  ])
  token = made.token
  const { customers, meters, customerSessions } = asBackend(site, token)
  ids.customer = (await customers.create({ email: 'ann@users.test' })).id
  const meter = await meters.create({
    name: 'Pages',
    filter: {
      conjunction: 'and',
      clauses: [{ property: 'name', operator: 'eq', value: 'page' }],
    },
    aggregation: { func: 'sum', property: 'pages' },
  })
  ids.meter = meter.id
  portalToken = (await customerSessions.create({ customerId: ids.customer })).token
})

interface Call {
  readonly method?: string
  readonly body?: unknown
  readonly credentials?: string
}

async function call(path: string, { method = 'POST', body, credentials = token }: Call = {}) {
  const answer = await fetch(site.url + path, {
    method,
    headers: { authorization: `Bearer ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.status === 204 ? null : answer.json()
}

describe('the examples of the documentation', () => {
  /** The command whose path contains this. */
  async function send(find: string) {
    const page = await readFile(
      new URL('../../../../docs/usage-limits.md', import.meta.url),
      'utf8',
    )
    const commands = Array.from(page.matchAll(/```sh\n(.*?)\n```\n/gs), ([, code = '']) => code)
    const command = commands.find((one) => one.includes(find)) ?? ''
    const filled = command
      .replaceAll('$CUSTOMER_ID', ids.customer)
      .replaceAll('$METER_ID', ids.meter)
      .replaceAll('$RESERVATION_ID', reservationId)
    const [, method = ''] = /-X (\w+)/.exec(filled) ?? []
    const [, path = ''] = /"\$GUILDHALL_URL(\S+)"/.exec(filled) ?? []
    const [, body = ''] = /-d '(.*)'$/s.exec(filled) ?? []
    return call(path, { method, body: JSON.parse(body) })
  }

  it('set a limit, and count until it is reached', async () => {
    const { customer, meter } = ids
    expect(await send('usage-limits')).toMatchObject({ units: 100, thresholds: [50, 80, 100] })
    expect(await send('usage/track')).toMatchObject({
      allowed: true,
      duplicate: false,
      allowances: [{ meter_id: meter, consumed_units: 1, remaining_units: 99 }],
    })
    expect(await send('usage/track')).toMatchObject({ allowed: true, duplicate: true })
    const asked = { customer_id: customer, meter_id: meter, units: 100 }
    expect(await call('/v1/usage/check', { body: asked })).toMatchObject({
      allowed: false,
      reason: 'cap_reached',
      allowance: { remaining_units: 99 },
    })
  })

  it('reserve units, and settle what was used', async () => {
    const held = await send('usage/reserve')
    expect(held).toMatchObject({
      allowed: true,
      allowance: { held_units: 50, remaining_units: 49 },
    })
    reservationId = held.reservation.id
    expect(await send('usage/settle')).toMatchObject({
      allowed: true,
      reservation: { status: 'settled', units: 50, settled_units: 32 },
      allowances: [{ consumed_units: 33, held_units: 0, remaining_units: 67 }],
    })
    const state = await asBackend(site, token).customers.getState({ id: ids.customer })
    expect(state.activeMeters).toMatchObject([{ meterId: ids.meter, consumedUnits: 33 }])
  })
})

it('a job that fails releases what it reserved', async () => {
  const asked = { customer_id: ids.customer, meter_id: ids.meter, units: 67 }
  const { reservation } = await call('/v1/usage/reserve', { body: asked })
  expect(await call('/v1/usage/check', { body: { ...asked, units: 1 } })).toMatchObject({
    allowed: false,
  })
  const released = await call('/v1/usage/release', { body: { reservation_id: reservation.id } })
  expect(released).toMatchObject({ reservation: { status: 'released' } })
  expect(await call('/v1/usage/check', { body: asked })).toMatchObject({ allowed: true })
})

it('a customer sets a lower limit in the portal, and takes it back', async () => {
  const path = '/v1/customer-portal/usage-limits/'
  const own = { credentials: portalToken }
  const set = { ...own, method: 'PUT', body: { meter_id: ids.meter, units: 40 } }
  const limit = await call(path, set)
  expect(limit).toMatchObject({ set_by: 'customer', units: 40 })
  const asked = { customer_id: ids.customer, meter_id: ids.meter, units: 10 }
  expect(await call('/v1/usage/check', { body: asked })).toMatchObject({
    allowed: false,
    allowance: { remaining_units: 7 },
  })
  expect(await call(path, { ...own, method: 'GET' })).toMatchObject({
    items: [{ set_by: 'customer' }, { set_by: 'seller' }],
  })
  await call(path + limit.id, { ...own, method: 'DELETE' })
  expect(await call('/v1/usage/check', { body: asked })).toMatchObject({ allowed: true })
})

it('a seller lists the limits of a customer, and deletes one', async () => {
  const path = `/v1/customers/${ids.customer}/usage-limits`
  const { items } = await call(path, { method: 'GET' })
  expect(items).toMatchObject([{ set_by: 'seller', units: 100 }])
  await call(`${path}/${items[0].id}`, { method: 'DELETE' })
  expect(await call(path, { method: 'GET' })).toMatchObject({ items: [] })
})
