import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { realMoney, testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
const live = testServer(db, realMoney)
let acme: OwnedOrganization
let calls: BillingCalls

const day = 86_400_000

async function newSeller(): Promise<void> {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['organizations:write'])
}

const nowOf = async (): Promise<Date> => new Date(String((await calls.get('/clock')).body?.['now']))

const advance = (input: object, headers = {}) => calls.post('/clock/advance', input, headers)

describe('the clock of an organization', () => {
  it('runs in real time until the first advance freezes it', async () => {
    await newSeller()
    expect((await calls.get('/clock')).body).toMatchObject({ frozen: false, sandbox: true })
    const before = await nowOf()
    const { body } = await advance({ days: 30 })
    expect(body).toMatchObject({ frozen: true, sandbox: true })
    const frozenAt = new Date(String(body?.['now']))
    expect(frozenAt.getTime()).toBeGreaterThanOrEqual(before.getTime() + 30 * day)
    expect((await calls.get('/clock')).body).toEqual({
      now: frozenAt.toISOString(),
      frozen: true,
      sandbox: true,
    })
    await advance({ days: 1 })
    expect(await nowOf()).toEqual(new Date(frozenAt.getTime() + day))
  })

  it('can be advanced to an instant repeatedly', async () => {
    await newSeller()
    const to = '2030-02-28T23:59:59.999Z'
    expect((await advance({ to })).body).toMatchObject({ now: to, happened: [] })
    expect((await advance({ to: '2030-03-01T00:59:59.999+01:00' })).body).toMatchObject({ now: to })
  })

  it('records an event when it is advanced', async () => {
    await newSeller()
    const to = '2031-05-06T07:08:09.000Z'
    await advance({ to })
    const events = await eventsOf(server.current, acme)
    const recorded = events.filter(({ name }) => name === 'clock.advanced')
    expect(recorded).toMatchObject([{ objectId: acme.id, payload: { to } }])
  })

  it('is advanced once per idempotency key', async () => {
    await newSeller()
    const key = { 'idempotency-key': 'one-month' }
    const first = await advance({ days: 30 }, key)
    expect((await advance({ days: 30 }, key)).text).toBe(first.text)
    expect(await nowOf()).toEqual(new Date(String(first.body?.['now'])))
  })

  it('is not affected by other organizations', async () => {
    await newSeller()
    await advance({ days: 1 })
    const other = await createOrganization(server.current)
    const { body } = await inDashboard(server.current, other.owner).get(
      `/clock?organization_id=${other.id}`,
    )
    expect(body).toMatchObject({ frozen: false })
  })

  it('is deleted with its organization', async () => {
    await newSeller()
    await advance({ days: 1 })
    const deleted = await acme.owner.browser.post('/api/auth/organization/delete', {
      organizationId: acme.id,
    })
    expect(deleted).toMatchObject({ status: 200 })
    const { rows } = await db.database.pool.query(
      'select from organization_clock where organization_id = $1',
      [acme.id],
    )
    expect(rows).toEqual([])
  })
})

describe('advancing the clock is refused', () => {
  beforeAll(newSeller)

  const refused = '422 RequestValidationError body'

  it.each([
    ['without a target', {}, `${refused}.to`],
    ['with two targets', { to: '2030-01-01T00:00:00Z', days: 1 }, `${refused}.to`],
    ['by zero days', { days: 0 }, `${refused}.days`],
    ['by half a day', { days: 0.5 }, `${refused}.days`],
    ['by more than a hundred years', { days: 36_526 }, `${refused}.days`],
    ['to the past', { to: '2020-01-01T00:00:00Z' }, `${refused}.to`],
    ['to more than a hundred years from now', { to: '2200-01-01T00:00:00Z' }, `${refused}.to`],
    ['to a malformed instant', { to: 'tomorrow' }, `${refused}.to`],
  ])('%s', async (_title, input, brief) => {
    const before = await calls.get('/clock')
    expect(briefOf(await advance(input))).toBe(brief)
    expect((await calls.get('/clock')).body).toMatchObject({ frozen: before.body?.['frozen'] })
  })

  it('while another advance runs', async () => {
    await newSeller()
    await advance({ days: 1 })
    const lease = `update organization_clock
                      set advance_id = gen_random_uuid(), advance_until = now() + $2::interval
                    where organization_id = $1`
    await db.database.pool.query(lease, [acme.id, '1 minute'])
    const refused = await advance({ days: 1 })
    expect(refused).toMatchObject({ status: 409, body: { error: 'ClockIsAdvancing' } })
    await db.database.pool.query(lease, [acme.id, '-1 second'])
    expect(await advance({ days: 1 })).toMatchObject({ status: 200 })
  })

  it('outside of a sandbox', async () => {
    const owner = inDashboard(live.current, acme.owner)
    const place = { organization_id: acme.id }
    const answer = await owner.post('/clock/advance', { ...place, days: 1 })
    expect(answer).toMatchObject({ status: 403, body: { error: 'NotPermitted' } })
    const clock = await owner.get(`/clock?organization_id=${acme.id}`)
    expect(clock.body).toMatchObject({ sandbox: false })
  })
})
