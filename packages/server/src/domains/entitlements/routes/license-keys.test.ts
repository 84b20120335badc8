import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from '../../../../test/benefits.ts'
import { newCustomer } from '../../../../test/customers.ts'
import {
  buyLicense,
  keyOf,
  licenseKeyShape,
  licenseScopes,
  listKeys,
  newLicense,
  wholeRefundOf,
} from '../../../../test/license-keys.ts'
import { newOrder } from '../../../../test/orders.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { db, server, acme, calls } = sellingServer([
  ...new Set([...licenseScopes, ...subscriptionScopes]),
])

type Terms = Parameters<typeof newLicense>[1]

const offer = (terms: Terms = {}) => newLicense(calls, terms)
const buy = (license: Awaited<ReturnType<typeof newLicense>>) =>
  buyLicense(server.current, { calls, acme }, license)

const reload = async (id: string) =>
  licenseKeyShape.parse((await calls.get(`/license-keys/${id}`)).body)

async function changeTerms(benefitId: string, properties: NonNullable<Terms>) {
  const changed = { type: 'license_keys', properties }
  expect(await calls.patch(`/benefits/${benefitId}`, changed)).toMatchObject({ status: 200 })
  await server.current.settle()
}

describe('a purchase', () => {
  it('issues a key, which the grant names', async () => {
    const license = await offer({
      prefix: ' north ',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 2, enable_customer_admin: true },
      limit_usage: 9,
    })
    const bought = await buy(license)
    expect(bought).toMatchObject({
      organization_id: acme.id,
      customer_id: bought.customerId,
      customer: { id: bought.customerId, email: expect.stringContaining('@') },
      benefit_id: license.benefitId,
      status: 'granted',
      limit_activations: 2,
      limit_usage: 9,
      usage: 0,
      validations: 0,
      last_validated_at: null,
    })
    expect(bought.key).toMatch(/^NORTH-[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/)
    expect(bought.display_key).toBe(`****-${bought.key.slice(-6)}`)
    const { body } = await calls.get(`/benefit-grants/?customer_id=${bought.customerId}`)
    expect(body).toMatchObject({
      items: [{ properties: { license_key_id: bought.id, display_key: bought.display_key } }],
    })
  })

  it('leaves no key in the database that could be read', async () => {
    const { key } = await buy(await offer({ prefix: 'secret' }))
    const { rows } = await db.database.pool.query(
      `select string_agg(t::text, ' ') as text from (
         select row_to_json(k)::text as t from license_key k
         union all select row_to_json(d)::text from license_key_digest d
         union all select row_to_json(g)::text from benefit_grant g
         union all select payload::text from outbox) all_rows`,
    )
    const [stored] = z.array(z.object({ text: z.string() })).parse(rows)
    const hex = Buffer.from(key).toString('hex')
    expect(stored?.text).not.toContain(key.slice(7))
    expect(stored?.text).not.toContain(hex)
  })

  it('twice is two keys', async () => {
    const license = await offer()
    const [one, other] = [await buy(license), await buy(license)]
    expect(one.key).not.toBe(other.key)
  })
})

describe('the end of what was paid', () => {
  it('revokes the key, and no seller’s change gives it back', async () => {
    const bought = await buy(await offer())
    expect(await calls.post('/refunds/', wholeRefundOf(bought.orderId))).toMatchObject({
      status: 200,
    })
    await server.current.settle()
    expect(await reload(bought.id)).toMatchObject({ status: 'revoked' })
    const path = `/license-keys/${bought.id}`
    expect(await calls.patch(path, { status: 'granted' })).toMatchObject({
      status: 422,
      body: { error: 'RequestValidationError' },
    })
    expect(await calls.post(`${path}/rotate`, {})).toMatchObject({ status: 422 })
    await changeTerms(bought.benefitId, { limit_usage: 5 })
    expect(await reload(bought.id)).toMatchObject({ status: 'revoked', limit_usage: null })
  })

  it('and its beginning again bring back the same key, but not a disabled one', async () => {
    const benefit = await newBenefit(calls, { type: 'license_keys', properties: {} })
    const [with_, without] = [
      await newRecurringProduct(calls, 1000),
      await newRecurringProduct(calls, 1000),
    ]
    await calls.post(`/products/${with_.id}/benefits`, { benefits: [benefit.id] })
    const subscription = await newPaidSubscription(server.current, calls, with_)
    const before = await keyOf(calls, subscription.customer_id)
    expect(before).toMatchObject({ status: 'granted', expires_at: null })
    const move = (product_id: string) =>
      calls.patch(`/subscriptions/${subscription.id}`, { product_id })
    expect(await move(without.id)).toMatchObject({ status: 200 })
    expect(await reload(before.id)).toMatchObject({ status: 'revoked' })
    expect(await move(with_.id)).toMatchObject({ status: 200 })
    expect(await reload(before.id)).toMatchObject({ status: 'granted', key: before.key })
    await calls.patch(`/license-keys/${before.id}`, { status: 'disabled' })
    await move(without.id)
    await move(with_.id)
    expect(await reload(before.id)).toMatchObject({ status: 'disabled', key: before.key })
  })
})

describe('a change of the benefit', () => {
  it('raises limits, lowers none and keeps the day of the purchase', async () => {
    const bought = await buy(
      await offer({
        expires: { ttl: 1, timeframe: 'month' },
        activations: { limit: 3, enable_customer_admin: false },
        limit_usage: 10,
      }),
    )
    await changeTerms(bought.benefitId, {
      expires: { ttl: 1, timeframe: 'day' },
      activations: { limit: 2, enable_customer_admin: false },
      limit_usage: 20,
    })
    expect(await reload(bought.id)).toMatchObject({
      limit_activations: 3,
      limit_usage: 20,
      expires_at: bought.expires_at,
    })
    const names = (await eventsOf(server.current, acme))
      .filter(({ payload }) => JSON.stringify(payload).includes(bought.id))
      .map(({ name }) => name)
    expect(names).toContain('benefit_grant.updated')
  })

  it('leaves what the seller set for one key, and a key that is disabled', async () => {
    const bought = await buy(await offer({ limit_usage: 10 }))
    await calls.patch(`/license-keys/${bought.id}`, { limit_usage: 3, status: 'disabled' })
    await changeTerms(bought.benefitId, { limit_usage: 50 })
    expect(await reload(bought.id)).toMatchObject({ limit_usage: 3, status: 'disabled' })
  })

  it('of more keys than fit into a batch reaches all of them', async () => {
    const { id: benefitId } = await newBenefit(calls, {
      type: 'license_keys',
      properties: { limit_usage: 1 },
    })
    const product = await newProduct(calls, {})
    const { id: customerId } = await newCustomer(calls)
    const priceId = product.prices[0]?.id ?? ''
    const sold = { productId: product.id, priceId, customerId }
    const orderId = await newOrder(server.current, acme, sold)
    await db.database.pool.query(
      `insert into orders select (o).* from (
         select jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid())) as o
           from orders o, generate_series(1, 250) where o.id = $1) copies`,
      [orderId],
    )
    await calls.post(`/products/${product.id}/benefits`, { benefits: [benefitId] })
    await server.current.settle()
    await changeTerms(benefitId, { limit_usage: 2 })
    const { rows } = await db.database.pool.query(
      'select limit_usage, count(*)::int from license_key where benefit_id = $1 group by 1',
      [benefitId],
    )
    expect(rows).toEqual([{ limit_usage: 2, count: 251 }])
  })
})

describe('the seller', () => {
  it('lists keys by benefit, customer and status', async () => {
    const license = await offer()
    const [granted, disabled, revoked] = [
      await buy(license),
      await buy(license),
      await buy(license),
    ]
    await calls.patch(`/license-keys/${disabled.id}`, { status: 'disabled' })
    await calls.patch(`/license-keys/${revoked.id}`, { status: 'revoked' })
    const listed = async (query: string) => {
      const keys = await listKeys(calls, `benefit_id=${license.benefitId}&${query}`)
      return keys.map(({ id }) => id)
    }
    expect(await listed('')).toEqual([granted.id, disabled.id, revoked.id])
    expect(await listed('status=granted')).toEqual([granted.id])
    expect(await listed('status=disabled')).toEqual([disabled.id])
    expect(await listed('status=revoked&status=granted')).toEqual([granted.id, revoked.id])
    expect(await listed(`customer_id=${revoked.customerId}`)).toEqual([revoked.id])
  })

  it('changes only what is sent, and null removes a limit', async () => {
    const bought = await buy(await offer({ limit_usage: 10 }))
    const path = `/license-keys/${bought.id}`
    const set = { limit_activations: 1000, usage: 4, expires_at: '2040-01-01T00:00:00Z' }
    expect((await calls.patch(path, set)).body).toMatchObject({
      limit_usage: 10,
      limit_activations: 1000,
      usage: 4,
      expires_at: '2040-01-01T00:00:00.000Z',
    })
    expect((await calls.patch(path, { limit_usage: null })).body).toMatchObject({
      limit_usage: null,
      usage: 4,
    })
  })

  it.each([
    ['limit_activations', 0],
    ['limit_usage', 0],
    ['usage', -1],
    ['status', 'lost'],
    ['expires_at', 'soon'],
    ['limit', 1],
  ])('can’t set %s to %s', async (name, value) => {
    const { id } = await buy(await offer())
    expect(await calls.patch(`/license-keys/${id}`, { [name]: value })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', name] }] },
    })
  })

  it('replaces a key, and the grant says so', async () => {
    const bought = await buy(await offer({ prefix: 'KEEP' }))
    const rotated = await calls.post(`/license-keys/${bought.id}/rotate`, { overlap_seconds: 0 })
    expect(rotated).toMatchObject({ status: 200, body: { id: bought.id } })
    const after = licenseKeyShape.parse(rotated.body)
    expect(after.key).toMatch(/^KEEP-/)
    expect(after.key).not.toBe(bought.key)
    const events = await eventsOf(server.current, acme)
    expect(events.filter(({ name }) => name === 'benefit_grant.updated').at(-1)).toMatchObject({
      payload: {
        properties: { license_key_id: bought.id, display_key: after.display_key },
        previous_properties: { display_key: bought.display_key },
      },
    })
  })

  it('removes an activation', async () => {
    const bought = await buy(
      await offer({ activations: { limit: 1, enable_customer_admin: false } }),
    )
    const activated = await calls.post('/license-keys/activate', { key: bought.key, label: 'A' })
    const { id } = z.object({ id: z.string() }).parse(activated.body)
    const listed = await calls.get(`/license-keys/?limit=100&benefit_id=${bought.benefitId}`)
    const counts = z
      .object({ items: z.array(z.object({ id: z.string(), activations_count: z.int() })) })
      .parse(listed.body)
      .items.find((one) => one.id === bought.id)
    expect(counts?.activations_count).toBe(1)
    const path = `/license-keys/${bought.id}/activations/${id}`
    expect(await calls.get(path)).toMatchObject({
      status: 200,
      body: { label: 'A', license_key: { id: bought.id, key: bought.key } },
    })
    const other = await buy(await offer())
    expect(await calls.get(`/license-keys/${other.id}/activations/${id}`)).toMatchObject({
      status: 404,
    })
    expect(await calls.remove(`/license-keys/${other.id}/activations/${id}`)).toMatchObject({
      status: 404,
    })
    expect(await calls.remove(path)).toMatchObject({ status: 204 })
    expect(await calls.get(path)).toMatchObject({ status: 404 })
    expect(await calls.remove(path)).toMatchObject({ status: 404 })
  })
})

describe('another organization', () => {
  let foreign: Awaited<ReturnType<typeof buy>>

  beforeAll(async () => {
    foreign = await buy(await offer())
  })

  it('sees none of it', async () => {
    const other = await createOrganization(server.current)
    const backend = await newBackend(server.current, other, ['license_keys:write'])
    const path = `/license-keys/${foreign.id}`
    expect(await backend.get(path)).toMatchObject({ status: 404 })
    expect(await backend.patch(path, { status: 'revoked' })).toMatchObject({ status: 404 })
    expect(await backend.post(`${path}/rotate`, {})).toMatchObject({ status: 404 })
    expect(await backend.get('/license-keys/')).toMatchObject({ body: { items: [] } })
    expect(await backend.post('/license-keys/validate', { key: foreign.key })).toMatchObject({
      status: 404,
      body: { reason: 'not_found' },
    })
    expect(
      await backend.post('/license-keys/validate', { key: foreign.key, organization_id: acme.id }),
    ).toMatchObject({ status: 422 })
  })
})

describe('the list of license keys', () => {
  it('is sorted, filtered and exported, without the keys themselves', async () => {
    const license = await offer({
      limit_usage: 9,
      activations: { limit: 2, enable_customer_admin: true },
    })
    const [one, two] = [await buy(license), await buy(license)]
    const end = '2099-01-01T00:00:00.000Z'
    expect(
      await calls.patch(`/license-keys/${one.id}`, { usage: 3, expires_at: end }),
    ).toMatchObject({ status: 200 })
    expect(await calls.patch(`/license-keys/${two.id}`, { status: 'disabled' })).toMatchObject({
      status: 200,
    })
    const of = `benefit_id=${license.benefitId}`
    const idsOf = async (query: string) => {
      const { text } = await calls.get(`/license-keys/export?${of}&columns=id&${query}`)
      const ids = text.trim().split('\r\n').slice(1)
      const listed = z
        .object({ items: z.array(z.object({ id: z.string() })) })
        .parse((await calls.get(`/license-keys/?${of}&${query}`)).body)
      expect(listed.items.map(({ id }) => id)).toEqual(ids)
      return ids
    }
    expect(await idsOf('sorting=created_at')).toEqual([one.id, two.id])
    expect(await idsOf('sorting=-usage')).toEqual([one.id, two.id])
    expect(await idsOf('sorting=usage')).toEqual([two.id, one.id])
    expect(await idsOf('sorting=-expires_at')).toEqual([one.id, two.id])
    expect(await idsOf('sorting=last_validated_at&status=disabled')).toEqual([two.id])
    const { text } = await calls.get(`/license-keys/export?${of}&status=granted`)
    const [head, line] = text.split('\r\n')
    expect(head).toBe(
      'id,created_at,modified_at,display_key,status,benefit_id,customer_id,customer_email,' +
        'customer_name,usage,limit_usage,activations_count,limit_activations,validations,' +
        'last_validated_at,expires_at',
    )
    expect(line).toContain(`,${one.display_key},granted,${license.benefitId},`)
    expect(line).toMatch(new RegExp(`,3,9,0,2,0,,${end}$`))
    expect(text).not.toContain(one.key)
  })

  it.each([
    ['columns=key', 'columns'],
    ['sorting=key', 'sorting'],
    ['status=lost', 'status'],
  ])('refuses to export %s', async (query, field) => {
    expect(await calls.get(`/license-keys/export?${query}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', field] }] },
    })
  })

  it('is exported to no other seller, and not without the scope', async () => {
    const other = await createOrganization(server.current)
    const stranger = await newBackend(server.current, other, ['license_keys:read'])
    expect((await stranger.get('/license-keys/export?columns=id')).text).toBe('id\r\n')
    const token = await newBackend(server.current, other, ['orders:read'])
    expect((await token.get('/license-keys/export')).status).toBe(403)
  })
})
