import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  buyLicense,
  licenseScopes,
  newLicense,
  wholeRefundOf,
} from '../../../../test/license-keys.ts'
import { withNothing } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(licenseScopes)

const buy = async (terms: Parameters<typeof newLicense>[1] = {}) =>
  buyLicense(server.current, { calls, acme }, await newLicense(calls, terms))

/** As an application that is shipped to customers calls. */
const ask = (what: string, body: object, headers = {}) =>
  withNothing(server.current).post(
    `/customer-portal/license-keys/${what}`,
    { organization_id: acme.id, ...body },
    headers,
  )

const twoPlaces = { activations: { limit: 2, enable_customer_admin: true } }

async function activate(key: string, more: object = {}) {
  const { status, body } = await ask('activate', { key, label: 'Laptop', ...more })
  expect(status).toBe(200)
  return z.object({ id: z.string() }).parse(body).id
}

describe('an application validates a key', () => {
  it('in any case and with blanks around it, and each validation counts', async () => {
    const { key, id, display_key, customerId } = await buy({ prefix: 'App', limit_usage: 5 })
    const typed = ` ${key.toLowerCase()} `
    expect(await ask('validate', { key: typed, increment_usage: 2 })).toMatchObject({
      status: 200,
      body: {
        id,
        display_key,
        key: typed.trim(),
        status: 'granted',
        usage: 2,
        limit_usage: 5,
        validations: 1,
        last_validated_at: expect.any(String),
        activation: null,
        customer: { id: customerId },
      },
    })
    expect(await ask('validate', { key })).toMatchObject({ body: { usage: 2, validations: 2 } })
    expect(await calls.get(`/license-keys/${id}`)).toMatchObject({
      body: { usage: 2, validations: 2, modified_at: null },
    })
  })

  it('and doesn’t learn where the customer lives', async () => {
    const { key, customerId } = await buy()
    await calls.patch(`/customers/${customerId}`, {
      billing_address: { country: 'DE', line1: 'Am Ufer 1', postal_code: '10115', city: 'Berlin' },
      metadata: { note: 'pays late' },
    })
    const answers = [await ask('validate', { key })]
    const bare = { billing_address: null, tax_id: null, metadata: {} }
    for (const { body } of answers) expect(body).toMatchObject({ customer: bare })
    expect(JSON.stringify(answers)).not.toContain('Ufer')
    expect(await calls.post('/license-keys/validate', { key })).toMatchObject({
      body: { customer: { billing_address: { country: 'DE' }, metadata: { note: 'pays late' } } },
    })
  })

  it.each([
    ['that was never issued', async () => 'NOT-A-KEY', 'not_found'],
    [
      'that the seller disabled',
      async () => {
        const { id, key } = await buy()
        await calls.patch(`/license-keys/${id}`, { status: 'disabled' })
        return key
      },
      'disabled',
    ],
    [
      'that has expired',
      async () => {
        const { id, key } = await buy()
        await calls.patch(`/license-keys/${id}`, { expires_at: '2020-01-01T00:00:00Z' })
        return key
      },
      'expired',
    ],
    [
      'whose purchase was refunded',
      async () => {
        const { orderId, key } = await buy()
        await calls.post('/refunds/', wholeRefundOf(orderId))
        await server.current.settle()
        return key
      },
      'revoked',
    ],
  ])('%s, and learns why not', async (_, keyFor, reason) => {
    const key = await keyFor()
    const refused = { status: 404, body: { error: 'ResourceNotFound', reason } }
    expect(await ask('validate', { key })).toMatchObject(refused)
    expect(await ask('activate', { key, label: 'Laptop' })).toMatchObject(refused)
    expect(await ask('offline-license', { key })).toMatchObject(refused)
    expect(await calls.post('/license-keys/validate', { key })).toMatchObject(refused)
    expect(await calls.post('/license-keys/activate', { key, label: 'L' })).toMatchObject(refused)
  })

  it('for one benefit and one customer', async () => {
    const [one, other] = [await buy(), await buy()]
    const { key, benefitId: benefit_id, customerId: customer_id } = one
    expect(await ask('validate', { key, benefit_id, customer_id })).toMatchObject({ status: 200 })
    const refused = { status: 404, body: { reason: 'condition_mismatch' } }
    expect(await ask('validate', { key, benefit_id: other.benefitId })).toMatchObject(refused)
    expect(await ask('validate', { key, customer_id: other.customerId })).toMatchObject(refused)
  })

  it.each([
    ['key', { key: ' ' }],
    ['key', { key: 'x'.repeat(201) }],
    ['organization_id', { organization_id: 'acme' }],
    ['increment_usage', { increment_usage: -1 }],
    ['activation_id', { activation_id: 'laptop' }],
    ['conditions', { conditions: 'linux' }],
    ['usage', { usage: 1 }],
  ])('and learns that %s is wrong: %j', async (name, wrong) => {
    expect(await ask('validate', { key: 'A-KEY', ...wrong })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', name] }] },
    })
  })

  it('of a replaced key until the overlap ends', async () => {
    const { id, key } = await buy()
    const rotate = async (overlap_seconds: number) => {
      const { body } = await calls.post(`/license-keys/${id}/rotate`, { overlap_seconds })
      return z.object({ key: z.string() }).parse(body).key
    }
    const second = await rotate(600)
    expect(await ask('validate', { key })).toMatchObject({ status: 200, body: { id, key } })
    expect(await ask('validate', { key: second })).toMatchObject({ status: 200, body: { id } })
    const third = await rotate(0)
    for (const former of [key, second]) {
      expect(await ask('validate', { key: former })).toMatchObject({
        status: 404,
        body: { reason: 'not_found' },
      })
      expect(await ask('deactivate', { key: former, activation_id: id })).toMatchObject({
        status: 404,
        body: { reason: 'not_found' },
      })
    }
    expect(await ask('validate', { key: third })).toMatchObject({ status: 200 })
  })
})

describe('the usage of a key', () => {
  it('never exceeds its limit, however many ask at once', async () => {
    const { id, key } = await buy({ limit_usage: 50 })
    const asked = Array.from({ length: 200 }, () => ask('validate', { key, increment_usage: 1 }))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((one) => one === 200)).toHaveLength(50)
    expect(statuses.filter((one) => one === 400)).toHaveLength(150)
    expect(await ask('validate', { key, increment_usage: 1 })).toMatchObject({
      status: 400,
      body: {
        reason: 'usage_exhausted',
        detail: 'The usage of this key is limited to 50, of which 0 are left',
      },
    })
    expect(await calls.get(`/license-keys/${id}`)).toMatchObject({
      body: { usage: 50, validations: 50 },
    })
  })

  it('is raised once by a request that is repeated', async () => {
    const { key } = await buy()
    const once = { 'idempotency-key': key }
    const request = { key, increment_usage: 3 }
    for (let time = 0; time < 2; time++) {
      expect(await ask('validate', request, once)).toMatchObject({ body: { usage: 3 } })
      const answer = await calls.post('/license-keys/validate', request, once)
      expect(answer).toMatchObject({ body: { usage: 6 } })
    }
    expect(await ask('validate', { key })).toMatchObject({ body: { usage: 6 } })
  })
})

describe('an activation', () => {
  it('takes a place and gives it back', async () => {
    const { key, id } = await buy(twoPlaces)
    const meta = { cpu: 8 }
    const first = await activate(key, { meta })
    await activate(key)
    expect(await ask('activate', { key, label: 'Third' })).toMatchObject({
      status: 403,
      body: { error: 'NotPermitted', reason: 'limit_reached' },
    })
    expect(await ask('validate', { key, activation_id: first })).toMatchObject({
      status: 200,
      body: { activation: { id: first, license_key_id: id, label: 'Laptop', meta } },
    })
    expect(await ask('deactivate', { key, activation_id: first })).toMatchObject({ status: 204 })
    expect(await ask('deactivate', { key, activation_id: first })).toMatchObject({ status: 404 })
    expect(await ask('validate', { key, activation_id: first })).toMatchObject({
      status: 404,
      body: { reason: 'activation_required' },
    })
    await activate(key)
  })

  it('of another key is none of this one', async () => {
    const [one, other] = [await buy(twoPlaces), await buy(twoPlaces)]
    const activation_id = await activate(one.key)
    expect(await ask('validate', { key: other.key, activation_id })).toMatchObject({ status: 404 })
    expect(await ask('deactivate', { key: other.key, activation_id })).toMatchObject({
      status: 404,
    })
    expect(await ask('validate', { key: one.key, activation_id })).toMatchObject({ status: 200 })
  })

  it('is bound to its conditions', async () => {
    const { key } = await buy(twoPlaces)
    const conditions = { machine: 'a1', major: 2 }
    const activation_id = await activate(key, { conditions })
    const validate = (given: object) => ask('validate', { key, activation_id, ...given })
    expect(await validate({ conditions })).toMatchObject({ status: 200 })
    const refused = { status: 404, body: { reason: 'condition_mismatch' } }
    expect(await validate({})).toMatchObject(refused)
    expect(await validate({ conditions: { ...conditions, major: 3 } })).toMatchObject(refused)
  })

  it('is refused for keys that aren’t activated', async () => {
    const { key } = await buy()
    expect(await ask('activate', { key, label: 'Laptop' })).toMatchObject({
      status: 403,
      body: { reason: 'activation_off' },
    })
  })

  it('never exceeds the limit, however many ask at once', async () => {
    const { key, id } = await buy({ activations: { limit: 7, enable_customer_admin: true } })
    const asked = Array.from({ length: 200 }, () => ask('activate', { key, label: 'Many' }))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((one) => one === 200)).toHaveLength(7)
    expect(statuses.filter((one) => one === 403)).toHaveLength(193)
    const { body } = await calls.get(`/license-keys/${id}`)
    expect(z.object({ activations: z.array(z.unknown()) }).parse(body).activations).toHaveLength(7)
  })
})

describe('an offline license', () => {
  const offline = { days: 30, grace_days: 7 }
  const issued = z.object({ license: z.string(), expires_at: z.string(), grace_days: z.number() })

  it('is verified with nothing but the public key', async () => {
    const { key, id, customerId, benefitId } = await buy({ offline })
    const answer = await ask('offline-license', { key, conditions: { machine: 'a1' } })
    expect(answer).toMatchObject({ status: 200, body: { grace_days: 7 } })
    const { license, expires_at } = issued.parse(answer.body)
    const [header = '', claims = '', signature = ''] = license.split('.')
    const jwk = await publicKeyOf(acme.id)
    const key_ = createPublicKey({ key: jwk, format: 'jwk' })
    const isGenuine = (text: string) =>
      verify(null, Buffer.from(text), key_, Buffer.from(signature, 'base64url'))
    expect(isGenuine(`${header}.${claims}`)).toBe(true)
    expect(isGenuine(`${header}.${claims}x`)).toBe(false)
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(header)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: jwk.kid })
    expect(read(claims)).toMatchObject({
      iss: server.current.url,
      sub: id,
      organization_id: acme.id,
      customer: { id: customerId },
      entitlements: [benefitId],
      activation_id: null,
      conditions: { machine: 'a1' },
      exp: Math.floor(Date.parse(expires_at) / 1000),
      grace_days: 7,
    })
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  it('needs the activation of a key that is activated', async () => {
    const { key } = await buy({ ...twoPlaces, offline })
    const refused = { status: 404, body: { reason: 'activation_required' } }
    expect(await ask('offline-license', { key })).toMatchObject(refused)
    const conditions = { machine: 'a1' }
    const activation_id = await activate(key, { conditions })
    const request = { key, activation_id }
    expect(await ask('offline-license', request)).toMatchObject({
      status: 404,
      body: { reason: 'condition_mismatch' },
    })
    expect(await ask('offline-license', { ...request, conditions })).toMatchObject({ status: 200 })
    const other = await buy({ ...twoPlaces, offline })
    expect(await ask('offline-license', { key: other.key, activation_id })).toMatchObject(refused)
  })

  it('is refused where the benefit doesn’t allow it', async () => {
    const { key } = await buy()
    expect(await ask('offline-license', { key })).toMatchObject({
      status: 403,
      body: { error: 'NotPermitted', reason: 'offline_off' },
    })
  })

  it('is signed with a key that never changes, and each organization has its own', async () => {
    const before = await publicKeyOf(acme.id)
    await newLicense(calls, { offline })
    expect(await publicKeyOf(acme.id)).toEqual(before)
    const unknown = await withNothing(server.current).get(
      `/organizations/${before.kid}/license-signing-keys`,
    )
    expect(unknown).toMatchObject({ status: 404 })
  })

  async function publicKeyOf(organizationId: string) {
    const path = `/organizations/${organizationId}/license-signing-keys`
    const { status, body } = await withNothing(server.current).get(path)
    expect(status).toBe(200)
    const shape = z.object({ keys: z.tuple([z.looseObject({ kid: z.string() })]) })
    return shape.parse(body).keys[0]
  }
})
