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

const days = 'start_date=2031-01-01&end_date=2031-01-31'

describe('without any sales', () => {
  it('there is nothing to convert, to retain or to renew', async () => {
    const page = { items: [], pagination: { total_count: 0, max_page: 0 } }
    expect((await calls.get(`/metrics/conversion?${days}`)).body).toEqual(page)
    expect((await calls.get('/metrics/expiring-cards')).body).toEqual(page)
    expect(
      (await calls.get(`/metrics/cohorts?${days}&timezone=Europe/Berlin&currency=eur`)).body,
    ).toEqual({
      cohorts: [],
      currency: 'eur',
      timezone: 'Europe/Berlin',
    })
  })
})

describe('a request is refused', () => {
  it.each([
    ['conversion?start_date=2031-01-02&end_date=2031-01-01', 'query.end_date'],
    ['conversion?start_date=2031-01-01&end_date=2042-01-01', 'query'],
    ['conversion?start_date=2022-01-01&end_date=2031-01-01', 'query.start_date'],
    ['conversion?start_date=2031-01-01', 'query.end_date'],
    [`conversion?${days}&by=country`, 'query.by'],
    [`conversion?${days}&sorting=name`, 'query.sorting'],
    ['cohorts?start_date=2031-01-01&end_date=2036-01-01', 'query'],
    [`cohorts?${days}&timezone=Mars`, 'query.timezone'],
    [`cohorts?${days}&product_id=pro`, 'query.product_id'],
    ['expiring-cards?days=0', 'query.days'],
    ['expiring-cards?days=367', 'query.days'],
  ])('%s', async (path, place) => {
    expect(briefOf(await calls.get(`/metrics/${path}`))).toBe(`422 RequestValidationError ${place}`)
  })

  it('without the scope, and of people who name no organization', async () => {
    const other = await newBackend(server.current, acme, ['orders:read'])
    const { current } = server
    const owner = inDashboard(current, await inAnotherBrowser(current, acme.owner))
    for (const path of [`conversion?${days}`, `cohorts?${days}`, 'expiring-cards']) {
      expect((await other.get(`/metrics/${path}`)).status).toBe(403)
      expect(briefOf(await owner.get(`/metrics/${path}`))).toBe(
        '422 RequestValidationError query.organization_id',
      )
    }
  })
})
