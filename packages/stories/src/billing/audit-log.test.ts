import { beforeAll, expect, it } from 'vitest'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'
import { call, inDashboard, newSeller, newToken, type Seller } from './seller.ts'
import { newShop } from './shop.ts'

const site = testSite()
let acme: Seller
let token: string
let tokenId: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  const made = await newToken(acme, ['audit_log:read'], { comment: 'Archive' })
  token = made.token
  tokenId = made.id
})

/** Requests from a seller’s backend; the client doesn’t have these operations. */
const get = (path: string, accept = '*/*') =>
  fetch(`${site.url}/v1${path}`, { headers: { authorization: `Bearer ${token}`, accept } })

it('the owner renames a discount, and the log says so to the backend', async () => {
  const { discounts } = inDashboard(acme.person)
  const { id } = await discounts.create({
    name: 'Spring',
    type: 'percentage',
    basisPoints: 1000,
    duration: 'once',
    organizationId: acme.organizationId,
  })
  await discounts.update({ id, discountUpdate: { name: 'Summer' } })
  const answer = await get(`/audit-log?object_id=${id}`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    items: [
      {
        action: 'updateDiscount',
        actor: { type: 'user' },
        changes: [{ field: 'name', before: 'Spring', after: 'Summer' }],
      },
      { action: 'createDiscount', object_type: 'discount' },
    ],
    pagination: { total_count: 2 },
  })
  const file = await get(`/audit-log/export?object_id=${id}`)
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  const json: unknown = await (await get('/audit-log/export', 'application/json')).json()
  expect(json).toContain('createOrganizationAccessToken')
})

it('the log says who made the token', async () => {
  const answer = await get(`/audit-log?object_id=${tokenId}`)
  const text = await answer.text()
  expect(text).toContain('createOrganizationAccessToken')
  expect(text).not.toContain(token.slice(-12))
})

it('an owner sets how long entries are kept, and a token can’t', async () => {
  const path = `/organizations/${acme.organizationId}/audit-log-settings`
  const read = await get(path)
  expect(await read.json()).toEqual({ kept_months: 24 })
  const set = await call(acme.person, 'PATCH', path, { kept_months: 12 })
  expect(set).toEqual({ status: 200, body: { kept_months: 12 } })
  const refused = await fetch(`${site.url}/v1${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kept_months: 1 }),
  })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: 'NotPermitted' })
})

it('strangers find nothing', async () => {
  const stranger = await newPerson(site, 'stranger@acme.test')
  const path = `/organizations/${acme.organizationId}/audit-log-settings`
  expect((await call(stranger, 'GET', path)).status).toBe(404)
  const list = `/audit-log?organization_id=${acme.organizationId}`
  expect(await call(stranger, 'GET', list)).toMatchObject({ status: 200, body: { items: [] } })
  const places = await call(stranger, 'GET', '/audit-log')
  expect(places.status).toBe(422)
})

it('the log says what the system did about an order that nobody paid', async () => {
  const shop = await newShop(site, '2031-01-15')
  await shop.subscribe(await shop.createProduct('Pro', 30), { card: 'tok_sandbox_fails_later' })
  const bySystem = async () =>
    Object((await shop.get('/audit-log?actor_type=system')).body).items.map((entry: object) => ({
      ...entry,
    }))
  expect(await bySystem()).toEqual([])
  await shop.advanceTo('2031-04-15')
  expect(await bySystem()).toMatchObject([
    {
      action: 'writeOffOrder',
      actor: { type: 'system', id: null, name: null },
      object_type: 'order',
      ip_address: null,
      changes: expect.arrayContaining([
        { field: 'collection_status', before: 'open', after: 'uncollectible' },
      ]),
    },
  ])
  expect(await shop.get('/audit-log?actor_type=nobody')).toMatchObject({ status: 422 })
})
