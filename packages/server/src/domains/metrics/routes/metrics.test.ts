import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { inAnotherBrowser } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const server = testServer(testDatabase())
let acme: OwnedOrganization
let calls: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['metrics:read'])
})

const get = (query: Readonly<Record<string, string>>) =>
  calls.get(`/metrics/?${new URLSearchParams(query).toString()}`)

const range = (start_date: string, end_date: string, interval: string) => ({
  start_date,
  end_date,
  interval,
})

describe('a range', () => {
  it.each([
    [range('2026-01-01', '2026-01-08', 'hour'), 8 * 24],
    [range('2025-01-01', '2026-01-02', 'day'), 367],
    [range('2025-01-01', '2026-01-01', 'week'), 53],
    [range('2023-01-01', '2026-12-31', 'month'), 48],
    [range('2023-01-01', '2032-12-28', 'year'), 10],
    [range('2026-05-05', '2026-05-05', 'day'), 1],
  ])('of %o has all its buckets', async (query, count) => {
    const { status, body } = await get(query)
    expect(status).toBe(200)
    expect(body?.['periods']).toHaveLength(count)
  })

  it.each([
    [range('2026-01-01', '2026-01-09', 'hour'), 'query'],
    [range('2025-01-01', '2026-01-03', 'day'), 'query'],
    [range('2025-01-01', '2026-01-02', 'week'), 'query'],
    [range('2023-01-01', '2026-12-32', 'month'), 'query.end_date'],
    [range('2023-01-01', '2027-01-01', 'month'), 'query'],
    [range('2023-01-01', '2033-01-01', 'year'), 'query'],
    [range('2026-01-02', '2026-01-01', 'day'), 'query.end_date'],
    [range('2022-12-31', '2023-01-01', 'day'), 'query.start_date'],
    [range('2026-02-30', '2026-03-01', 'day'), 'query.start_date'],
    [range('2026-01-01', '2026-01-02', 'decade'), 'query.interval'],
    [{ ...range('2026-01-01', '2026-01-02', 'day'), timezone: 'Mars/Olympus' }, 'query.timezone'],
    [{ ...range('2026-01-01', '2026-01-02', 'day'), currency: 'dollars' }, 'query.currency'],
    [{ ...range('2026-01-01', '2026-01-02', 'day'), product_id: 'pro' }, 'query.product_id'],
    [{ ...range('2026-01-01', '2026-01-02', 'day'), billing_type: 'never' }, 'query.billing_type'],
    [{ ...range('2026-01-01', '2026-01-02', 'day'), metrics: 'profit' }, 'query.metrics'],
  ])('of %o is refused', async (query, place) => {
    expect(briefOf(await get(query))).toBe(`422 RequestValidationError ${place}`)
  })
})

describe('metrics', () => {
  it('name the currency, those that have figures, and the time zone', async () => {
    const { body } = await get({ ...range('2026-01-01', '2026-01-01', 'day'), currency: 'eur' })
    expect(body).toMatchObject({ currency: 'eur', currencies: [], timezone: 'UTC' })
  })

  it('are for tokens that may read them', async () => {
    const other = await newBackend(server.current, acme, ['orders:read'])
    for (const path of [
      '/metrics/?start_date=2026-01-01&end_date=2026-01-01&interval=day',
      '/metrics/limits',
    ]) {
      expect((await other.get(path)).status).toBe(403)
    }
  })

  it('are of one organization, which people name where none is active', async () => {
    const { current } = server
    const owner = inDashboard(current, await inAnotherBrowser(current, acme.owner))
    const path = '/metrics/limits'
    expect(briefOf(await owner.get(path))).toBe('422 RequestValidationError query.organization_id')
    const named = await owner.get(`${path}?organization_id=${acme.id}`)
    expect(named.body).toMatchObject({ intervals: { hour: { max_days: 7 } } })
  })
})
