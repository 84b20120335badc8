import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newDiscount, tenPercent } from '../../../../test/discounts.ts'
import { impersonate } from '../../../../test/impersonation.ts'
import { newMember } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import {
  type BillingCalls,
  briefOf,
  inDashboard,
  type MadeToken,
  newAccessToken,
  withToken,
} from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newEndpoint } from '../../../../test/webhooks.ts'

const scopes = ['discounts:write', 'customers:write', 'webhooks:write', 'audit_log:read'] as const
const { server, acme, calls } = sellingServer(scopes)
let owner: BillingCalls
let admin: Person
let token: MadeToken
let backend: BillingCalls

beforeAll(async () => {
  owner = inDashboard(server.current, acme.owner)
  admin = await newMember(server.current, acme, 'admin')
  token = await newAccessToken(server.current, acme, scopes, { comment: 'Nightly sync' })
  backend = withToken(server.current, token.token)
})

const log = (query: Readonly<Record<string, string>> = {}, by: BillingCalls = calls) =>
  by.get(`/audit-log?${new URLSearchParams({ organization_id: acme.id, ...query }).toString()}`)

async function entriesOf(query: Readonly<Record<string, string>>) {
  const { status, body } = await log(query)
  expect(status).toBe(200)
  return Object(body).items
}

describe('an entry says', () => {
  it('which access token changed what, before and after, and from where', async () => {
    const { id } = await newDiscount(calls, { ...tenPercent, name: 'Spring' })
    const agent = { 'user-agent': 'sync/1.0', 'x-request-id': 'request-of-sync' }
    await backend.patch(`/discounts/${id}`, { name: 'Summer' }, agent)
    const [entry, ...others] = await entriesOf({ object_id: id, action: 'updateDiscount' })
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      organization_id: acme.id,
      actor: {
        type: 'access_token',
        id: token.id,
        name: 'Nightly sync',
        token_ending: token.token.slice(-4),
      },
      object_type: 'discount',
      changes: [{ field: 'name', before: 'Spring', after: 'Summer' }],
      user_agent: 'sync/1.0',
      request_id: 'request-of-sync',
      ip_address: '127.0.0.1',
    })
  })

  it('the name of a token after it was revoked', async () => {
    const made = await newAccessToken(server.current, acme, scopes, { comment: 'Old' })
    await newDiscount(withToken(server.current, made.token), tenPercent)
    await owner.remove(`/organization-access-tokens/${made.id}`)
    const [entry] = await entriesOf({ actor_id: made.id })
    expect(entry).toMatchObject({ action: 'createDiscount', actor: { name: 'Old' } })
  })

  it('what a deleted object was', async () => {
    const { id } = await newDiscount(calls, { ...tenPercent, name: 'Gone' })
    await calls.remove(`/discounts/${id}`)
    const [entry] = await entriesOf({ object_id: id, action: 'deleteDiscount' })
    expect(entry.changes).toContainEqual({ field: 'name', before: 'Gone' })
  })

  it('which member changed the roles of another', async () => {
    const target = await newMember(server.current, acme, 'member')
    const { body } = await acme.owner.browser.get(
      `/api/auth/organization/list-members?organizationId=${acme.id}&search=${target.email}`,
    )
    const [{ id: memberId }] = Object(body).members
    const change = { organizationId: acme.id, memberId, role: 'admin' }
    await acme.owner.browser.post('/api/auth/organization/update-member-role', change)
    const [entry] = await entriesOf({ action: 'updateMemberRole' })
    expect(entry).toMatchObject({
      actor: { type: 'user', id: acme.owner.id },
      object_type: 'member',
      object_id: memberId,
      changes: [{ field: 'role', after: 'admin' }],
    })
  })

  it('which operator acted as whom', async () => {
    const operator = await newPerson(server.current)
    await impersonate(server.current, operator, admin)
    const create = { ...tenPercent, name: 'By support', organization_id: acme.id }
    const { body } = await inDashboard(server.current, operator).post('/discounts/', create)
    const [entry] = await entriesOf({ object_id: String(body?.['id']) })
    expect(entry.actor).toMatchObject({
      type: 'operator',
      id: operator.id,
      impersonated_user_id: admin.id,
    })
    expect(await entriesOf({ actor_type: 'operator' })).toHaveLength(1)
  })

  it('what was asked for, where no object changed by an event', async () => {
    await calls.patch(`/organizations/${acme.id}/portal-settings`, { plans: null })
    const settings = await newAccessToken(server.current, acme, ['organizations:write'])
    const by = withToken(server.current, settings.token)
    await by.patch(`/organizations/${acme.id}/portal-settings`, { plans: null })
    const entries = await entriesOf({ action: 'updatePortalSettings' })
    // The first call lacked the scope.
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      object_type: 'organization',
      object_id: acme.id,
      changes: [{ field: 'plans', after: null }],
    })
  })
})

describe('what is not kept', () => {
  it('is a refused call', async () => {
    const { id } = await newDiscount(calls, tenPercent)
    expect(briefOf(await calls.patch(`/discounts/${id}`, { basis_points: 0 }))).toMatch(/^4/)
    expect(briefOf(await calls.patch(`/discounts/${id}`, { code: '!' }))).toMatch(/^4/)
    expect(await entriesOf({ object_id: id, action: 'updateDiscount' })).toEqual([])
  })

  it('are secrets', async () => {
    const endpoint = await newEndpoint(calls)
    const { body } = await calls.post(`/webhooks/endpoints/${endpoint.id}/secret`, {})
    const made = await newAccessToken(server.current, acme, ['products:read'])
    const { text } = await log({ limit: '1000' })
    for (const secret of [endpoint.secret, body?.['secret'], made.token, made.token.slice(-12)]) {
      expect(String(secret).length).toBeGreaterThan(8)
      expect(text).not.toContain(String(secret))
    }
  })
})

describe('filters', () => {
  it('combine, and times are half-open', async () => {
    const { id: customer } = await newCustomer(calls)
    const [created] = await entriesOf({ customer_id: customer, action: 'createCustomer' })
    const at = created.created_at
    const found = (query: Readonly<Record<string, string>>) =>
      entriesOf({ customer_id: customer, ...query })
    expect(await found({ from: at })).toHaveLength(1)
    expect(await found({ to: at })).toHaveLength(0)
    expect(await found({ object_type: 'customer' })).toHaveLength(1)
    expect(await found({ object_type: 'product' })).toHaveLength(0)
    expect(await found({ actor_type: 'user' })).toHaveLength(0)
  })

  it.each([
    [{ from: 'yesterday' }, 'query.from'],
    [{ actor_type: 'ghost' }, 'query.actor_type.0'],
    [{ actor_id: 'me' }, 'query.actor_id.0'],
    [{ customer_id: 'c' }, 'query.customer_id.0'],
  ])('%o are refused', async (query, place) => {
    expect(briefOf(await log(query))).toMatch(`422 RequestValidationError ${place.slice(0, 10)}`)
  })
})

it('the export has the same entries as a file, and no formulas', async () => {
  const { id } = await newDiscount(calls, { ...tenPercent, name: 'Export' })
  const renamed = await newAccessToken(server.current, acme, scopes, { comment: '=1+1' })
  await withToken(server.current, renamed.token).patch(`/discounts/${id}`, { name: 'x,"y"' })
  const { text, headers } = await calls.get(`/audit-log/export?object_id=${id}`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  const [header, update = '', creation = '', end] = text.split('\r\n')
  expect(header).toMatch(/^Created At,Actor Type,Actor,/)
  expect(update).toContain(",access_token,'=1+1,")
  expect(update).toContain('""after"":""x,\\""y\\""""')
  expect(creation).toContain(',createDiscount,discount,')
  expect(end).toBe('')
})

describe('it is read', () => {
  it('by owners, admins and tokens with the scope', async () => {
    for (const by of [owner, inDashboard(server.current, admin), calls]) {
      expect((await log({}, by)).status).toBe(200)
    }
  })

  it('not by members, other tokens, or an admin who sets how long it is kept', async () => {
    const member = await newMember(server.current, acme, 'member')
    const other = await newAccessToken(server.current, acme, ['organizations:write'])
    const settings = `/organizations/${acme.id}/audit-log-settings`
    const asMember = inDashboard(server.current, member)
    expect((await log({}, asMember)).status).toBe(403)
    expect((await asMember.get(`/audit-log/export?organization_id=${acme.id}`)).status).toBe(403)
    expect((await log({}, withToken(server.current, other.token))).status).toBe(403)
    const shorter = { kept_months: 1 }
    expect((await inDashboard(server.current, admin).patch(settings, shorter)).status).toBe(403)
    expect((await calls.patch(settings, shorter)).status).toBe(403)
    expect((await calls.get(settings)).body).toEqual({ kept_months: 24 })
  })

  it('and kept as long as an owner says', async () => {
    const settings = `/organizations/${acme.id}/audit-log-settings`
    expect((await owner.patch(settings, { kept_months: 36 })).body).toEqual({ kept_months: 36 })
    expect((await owner.get(settings)).body).toEqual({ kept_months: 36 })
    for (const kept_months of [0, 121, 1.5, null]) {
      expect(briefOf(await owner.patch(settings, { kept_months }))).toBe(
        '422 RequestValidationError body.kept_months',
      )
    }
  })
})
