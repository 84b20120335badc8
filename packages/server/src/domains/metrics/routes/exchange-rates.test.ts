import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newRate, reportInEuros } from '../../../../test/exchange-rates.ts'
import {
  createOrganization,
  eventsOf,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const server = testServer(testDatabase())
let acme: OwnedOrganization
let calls: BillingCalls

beforeEach(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, [
    'metrics:write',
    'organizations:write',
    'audit_log:read',
  ])
  await reportInEuros(calls, acme.id)
})

const path = '/exchange-rates/'
const linesOf = async (query = '') => {
  const { body } = await calls.get(`${path}${query}`)
  return Object(body).items.map((one: Readonly<Record<string, unknown>>) =>
    [one['day'], one['currency'], one['rate']].join(' '),
  )
}

describe('a rate', () => {
  it('is kept with who entered it, and when', async () => {
    const owner = inDashboard(server.current, acme.owner)
    const input = { day: '2026-03-01', currency: 'usd', rate: '0.9200' }
    const answer = await owner.post(path, { ...input, organization_id: acme.id })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...input,
      rate: '0.92',
      id: expect.any(String),
      organization_id: acme.id,
      reporting_currency: 'eur',
      entered_at: expect.any(String),
      entered_by: { type: 'user', id: expect.any(String), name: expect.any(String) },
    })
    expect((await calls.get(path)).body).toMatchObject({ items: [answer.body] })
  })

  it('of a day replaces the one before; equal ones stay who entered them', async () => {
    const id = await newRate(calls)
    await newRate(calls, { day: '2026-03-02', rate: '0.5' })
    expect(await newRate(calls, { rate: '0.95' })).toBe(id)
    const owner = inDashboard(server.current, acme.owner)
    const equal = { day: '2026-03-01', currency: 'usd', rate: '0.950', organization_id: acme.id }
    expect((await owner.post(path, equal)).body).toMatchObject({
      entered_by: { type: 'organization_access_token' },
    })
    expect(await linesOf()).toEqual(['2026-03-02 usd 0.5', '2026-03-01 usd 0.95'])
    const events = await eventsOf(server.current, acme)
    expect(
      events
        .filter(({ objectId }) => objectId === id)
        .map(({ name, objectVersion }) => `${name} ${objectVersion}`),
    ).toEqual(['exchange_rate.set 1', 'exchange_rate.set 2'])
  })

  it('that is changed is in the audit log with what it was', async () => {
    const id = await newRate(calls)
    await newRate(calls, { rate: '0.95' })
    await calls.remove(`${path}${id}`)
    await server.current.deliverDue()
    const { body } = await calls.get(`/audit-log/?object_type=exchange_rate&object_id=${id}`)
    const entries: readonly Readonly<Record<string, unknown>>[] = Object(body).items
    expect(entries.map(({ action }) => action)).toEqual([
      'deleteExchangeRate',
      'setExchangeRate',
      'setExchangeRate',
    ])
    expect(entries[1]?.['changes']).toContainEqual({ field: 'rate', before: '0.92', after: '0.95' })
  })

  it('is removed', async () => {
    const id = await newRate(calls)
    expect((await calls.remove(`${path}${id}`)).status).toBe(204)
    expect((await calls.remove(`${path}${id}`)).status).toBe(404)
    expect(await linesOf()).toEqual([])
  })

  it('belongs to the reporting currency that it was entered for', async () => {
    await newRate(calls)
    const settings = `/organizations/${acme.id}/billing-settings`
    await calls.patch(settings, { reporting_currency: 'gbp' })
    expect(await linesOf()).toEqual([])
    await newRate(calls, { rate: '0.8' })
    expect(await linesOf()).toEqual(['2026-03-01 usd 0.8'])
    await calls.patch(settings, { reporting_currency: 'eur' })
    expect(await linesOf()).toEqual(['2026-03-01 usd 0.92'])
  })

  it.each([
    [{ day: '2026-02-30' }, 'body.day'],
    [{ currency: 'dollars' }, 'body.currency'],
    [{ currency: 'eur' }, 'body.currency'],
    [{ rate: 0.92 }, 'body.rate'],
    [{ rate: '0' }, 'body.rate'],
    [{ rate: '-1' }, 'body.rate'],
    [{ rate: '0,92' }, 'body.rate'],
    [{ rate: '123456789' }, 'body.rate'],
  ])('with %j is refused', async (input, place) => {
    const body = { day: '2026-03-01', currency: 'usd', rate: '0.92', ...input }
    expect(briefOf(await calls.post(path, body))).toBe(`422 RequestValidationError ${place}`)
  })
})

describe('a file', () => {
  const importing = (csv: string) => calls.post(`${path}import`, { csv })

  it('sets all its rates, and says how many are new', async () => {
    await newRate(calls)
    await newRate(calls, { day: '2026-03-02', rate: '0.5' })
    const csv =
      'day,currency,rate\n2026-03-01,usd,0.92\n2026-03-02,usd,0.93\n2026-03-02,jpy,0.0061\n'
    expect((await importing(csv)).body).toEqual({ created: 1, updated: 1, unchanged: 1 })
    expect(await linesOf()).toEqual([
      '2026-03-02 jpy 0.0061',
      '2026-03-02 usd 0.93',
      '2026-03-01 usd 0.92',
    ])
    expect(await linesOf('?currency=jpy')).toEqual(['2026-03-02 jpy 0.0061'])
  })

  it('of more than a hundred rates has an entry in the audit log that says how many', async () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString())
    const entriesOf = async (query: string) =>
      Object((await calls.get(`/audit-log/?action=importExchangeRates&${query}`)).body)
    const fileOf = (count: number, rate: string) =>
      days(count)
        .map((day) => `${day.slice(0, 10)},usd,${rate}`)
        .join('\n')

    expect((await importing(fileOf(100, '0.9'))).status).toBe(200)
    expect(await entriesOf('limit=1')).toMatchObject({
      items: [{ object_id: expect.any(String) }],
      pagination: { total_count: 100 },
    })
    expect((await importing(fileOf(365, '0.92'))).body).toMatchObject({
      created: 265,
      updated: 100,
    })
    expect(await entriesOf('limit=2')).toMatchObject({
      items: [
        {
          object_type: 'exchange_rate',
          object_id: null,
          changes: [
            { field: 'objects', after: 365 },
            { field: 'objects_with_entries', after: 100 },
            { field: 'first_day', after: '2026-01-01' },
            { field: 'last_day', after: '2026-12-31' },
          ],
        },
        { object_type: 'exchange_rate', object_id: expect.any(String) },
      ],
      pagination: { total_count: 201 },
    })
  })

  it('with a wrong line sets none, and names the line and the column', async () => {
    const answer = await importing('2026-03-01,usd,0.92\n2026-03-02,usd,nine')
    expect(briefOf(answer)).toBe('422 RequestValidationError body.csv.2.rate')
    expect(answer.text).toContain('Line 2, rate: expected a number above 0, such as 0.92')
    expect(await linesOf()).toEqual([])
  })
})

describe('without a reporting currency', () => {
  it('there are no rates to enter, and nothing to convert to', async () => {
    await calls.patch(`/organizations/${acme.id}/billing-settings`, { reporting_currency: null })
    const rate = { day: '2026-03-01', currency: 'usd', rate: '0.92' }
    const metrics = '/metrics/?start_date=2026-03-01&end_date=2026-03-31&interval=month'
    for (const answer of [
      await calls.post(path, rate),
      await calls.post(`${path}import`, { csv: '2026-03-01,usd,0.92' }),
      await calls.get(`${metrics}&convert=true`),
    ]) {
      expect(briefOf(answer)).toMatch(/^409 ReportingCurrencyMissing/)
    }
    expect(await linesOf()).toEqual([])
    expect((await calls.get(metrics)).body).toMatchObject({ currency: 'usd', conversion: null })
  })
})

it('members read rates, and owners and admins enter them', async () => {
  const id = await newRate(calls)
  const member = inDashboard(server.current, await newMember(server.current, acme, 'member'))
  const query = `?organization_id=${acme.id}`
  expect((await member.get(`${path}${query}`)).status).toBe(200)
  const body = { organization_id: acme.id, day: '2026-03-01', currency: 'usd', rate: '0.9' }
  const reader = await newBackend(server.current, acme, ['metrics:read'])
  expect((await reader.get(path)).status).toBe(200)
  for (const caller of [member, reader]) {
    expect((await caller.post(path, body)).status).toBe(403)
    expect(
      (await caller.post(`${path}import`, { organization_id: acme.id, csv: 'a' })).status,
    ).toBe(403)
    expect((await caller.remove(`${path}${id}`)).status).toBe(403)
  }
})
