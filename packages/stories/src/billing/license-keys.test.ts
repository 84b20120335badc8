import { readFile } from 'node:fs/promises'
import { NotPermitted } from '@polar-sh/sdk/models/errors/notpermitted.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { thrown } from './seller.ts'
import { newShop, type Shop } from './shop.ts'
import { asToken } from './subscriber.ts'

const site = testSite()
let shop: Shop
let organizationId: string
let benefitId: string
let product: string

beforeAll(async () => {
  shop = await newShop(site, '2031-01-01')
  const benefit = await shop.polar.benefits.create({
    type: 'license_keys',
    description: 'The editor',
    properties: {
      prefix: 'edit',
      activations: { limit: 2, enableCustomerAdmin: true },
      limitUsage: 100,
      expires: { ttl: 1, timeframe: 'month' },
    },
  })
  benefitId = benefit.id
  organizationId = benefit.organizationId
  product = await shop.createProduct('Editor', 9)
  await shop.giveWith(product, [benefitId])
})

type Subscription = Awaited<ReturnType<Shop['subscribe']>>

/** The key of a customer, as they see it in the portal. */
async function keyOf({ customerId }: Pick<Subscription, 'customerId'>) {
  const { token } = await shop.polar.customerSessions.create({ customerId })
  const session = { customerSession: token }
  const { licenseKeys } = shop.polar.customerPortal
  const { result } = await licenseKeys.list(session, { benefitId })
  return { session, id: result.items[0]?.id ?? '', key: result.items[0]?.key ?? '' }
}

describe('a customer of the editor', () => {
  it('finds the key in the portal and activates it on two computers', async () => {
    const ada = await shop.subscribe(product)
    const { session, id, key } = await keyOf(ada)
    expect(key).toMatch(/^EDIT-/)
    const { licenseKeys } = shop.polar.customerPortal
    const activate = (label: string) => licenseKeys.activate({ key, organizationId, label })
    const laptop = await activate('Laptop')
    expect(laptop).toMatchObject({
      label: 'Laptop',
      licenseKeyId: id,
      licenseKey: { status: 'granted', limitActivations: 2 },
    })
    await activate('Desk')
    expect(await thrown(activate('Tablet'))).toBeInstanceOf(NotPermitted)
    expect(await licenseKeys.get(session, { id })).toMatchObject({
      displayKey: `****-${key.slice(-6)}`,
      activations: [{ label: 'Laptop' }, { label: 'Desk' }],
    })
    await licenseKeys.deactivate({ key, organizationId, activationId: laptop.id })
    await activate('Tablet')
    const gone = licenseKeys.validate({ key, organizationId, activationId: laptop.id })
    expect(await thrown(gone)).toBeInstanceOf(ResourceNotFound)
  })

  it('uses it up, and the seller allows more', async () => {
    const bob = await shop.subscribe(product)
    const { id, key } = await keyOf(bob)
    const { licenseKeys } = shop.polar.customerPortal
    const use = (incrementUsage: number) =>
      licenseKeys.validate({ key, organizationId, incrementUsage })
    expect(await use(60)).toMatchObject({ usage: 60, limitUsage: 100, validations: 1 })
    expect(await thrown(use(60))).toMatchObject({ statusCode: 400 })
    expect(await thrown(use(60))).toBeInstanceOf(SDKError)
    // The client sends a usage with every update: 0 unless it is given another.
    const licenseKeyUpdate = { limitUsage: 150, usage: 60 }
    await shop.polar.licenseKeys.update({ id, licenseKeyUpdate })
    expect(await use(60)).toMatchObject({ usage: 120, limitUsage: 150, validations: 2 })
  })

  it('keeps the key as long as the subscription lives, and gets the same one back', async () => {
    const cleo = await shop.subscribe(product)
    const { key } = await keyOf(cleo)
    const { licenseKeys } = shop.polar.customerPortal
    const validate = () => licenseKeys.validate({ key, organizationId })
    await shop.advanceTo('2031-03-15')
    expect(await validate()).toMatchObject({ expiresAt: null, status: 'granted' })
    const other = await shop.createProduct('Reader', 1)
    await shop.change(cleo, { product_id: other })
    const refusal = await thrown(validate())
    expect(refusal).toBeInstanceOf(ResourceNotFound)
    expect(refusal).toMatchObject({ detail: 'This license key was revoked' })
    await shop.change(cleo, { product_id: product })
    expect(await validate()).toMatchObject({ key })
    await shop.change(cleo, { revoke: true })
    expect(await thrown(validate())).toBeInstanceOf(ResourceNotFound)
  })

  it('who buys it once has it for a month', async () => {
    await shop.advanceTo('2031-04-01')
    const { id } = await shop.polar.products.create({
      name: 'Editor, once',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 2000 }],
    })
    await shop.giveWith(id, [benefitId])
    const dan = await shop.buy(id)
    const { key } = await keyOf(dan)
    const { licenseKeys } = shop.polar.customerPortal
    expect(await licenseKeys.validate({ key, organizationId })).toMatchObject({
      expiresAt: new Date('2031-05-01T00:00:00Z'),
    })
    await shop.advanceTo('2031-05-02')
    const expired = await thrown(licenseKeys.validate({ key, organizationId }))
    expect(expired).toMatchObject({ detail: 'This license key has expired' })
    const activated = licenseKeys.activate({ key, organizationId, label: 'Late' })
    expect(await thrown(activated)).toBeInstanceOf(ResourceNotFound)
  })
})

describe('the seller', () => {
  it('sees every key and its activations, disables one and replaces another', async () => {
    const [eve, fay] = [await shop.subscribe(product), await shop.subscribe(product)]
    const [of, other] = [await keyOf(eve), await keyOf(fay)]
    const { licenseKeys } = shop.polar
    const { result } = await licenseKeys.list({ benefitId, limit: 100 })
    const listed = result.items.map(({ id }) => id)
    expect(listed).toEqual(expect.arrayContaining([of.id, other.id]))
    const activated = await shop.polar.customerPortal.licenseKeys.activate({
      key: of.key,
      organizationId,
      label: 'Laptop',
      conditions: { major: 2 },
      meta: { cores: 8 },
    })
    expect(
      await licenseKeys.getActivation({ id: of.id, activationId: activated.id }),
    ).toMatchObject({ label: 'Laptop', meta: { cores: 8 }, licenseKey: { id: of.id } })
    expect(await licenseKeys.get({ id: of.id })).toMatchObject({
      activations: [{ id: activated.id }],
    })
    await licenseKeys.update({ id: of.id, licenseKeyUpdate: { status: 'disabled' } })
    const check = (key: string) =>
      shop.polar.customerPortal.licenseKeys.validate({ key, organizationId })
    expect(await thrown(check(of.key))).toMatchObject({
      detail: 'The seller has disabled this license key',
    })
    const rotated = await shop.post(`/license-keys/${other.id}/rotate`, { overlap_seconds: 3600 })
    const renewed = textAt(rotated.body, 'key')
    expect(await check(renewed)).toMatchObject({ id: other.id })
    expect(await check(other.key)).toMatchObject({ id: other.id, key: other.key })
  })

  it('asks for its customers from its own backend', async () => {
    const { id, key } = await keyOf(await shop.subscribe(product))
    const activate = async (label: string) =>
      textAt((await shop.post('/license-keys/activate', { key, label })).body, 'id')
    const [laptop, desk] = [await activate('Laptop'), await activate('Desk')]
    const asked = { key, activation_id: laptop, increment_usage: 5 }
    expect(await shop.post('/license-keys/validate', asked)).toMatchObject({
      status: 200,
      body: { id, usage: 5, activation: { label: 'Laptop' } },
    })
    const given = { key, activation_id: laptop }
    expect(await shop.post('/license-keys/deactivate', given)).toMatchObject({ status: 204 })
    expect(await shop.remove(`/license-keys/${id}/activations/${desk}`)).toMatchObject({
      status: 204,
    })
    expect(await shop.polar.licenseKeys.get({ id })).toMatchObject({ usage: 5, activations: [] })
  })

  it('gives the application a license that works without a connection', async () => {
    const { id } = await shop.polar.products.create({
      name: 'Field tool',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 2000 }],
    })
    const created = await shop.post('/benefits/', {
      type: 'license_keys',
      description: 'The field tool',
      properties: { offline: { days: 30, grace_days: 7 } },
    })
    const tool = textAt(created.body, 'id')
    await shop.giveWith(id, [tool])
    const gus = await shop.buy(id)
    const { result } = await shop.polar.licenseKeys.list({ benefitId: tool })
    const key = result.items.find(({ customerId }) => customerId === gus.customerId)?.key ?? ''
    const application = asToken(site, '')
    const issued = await application.post('/customer-portal/license-keys/offline-license', {
      key,
      organization_id: organizationId,
    })
    const license = textAt(issued.body, 'license')
    const published = await application.get(`/organizations/${organizationId}/license-signing-keys`)
    const x = textAt(published.body, 'keys', '0', 'x')
    const readLicense = await exampleOf({ organizationId, x })
    expect(readLicense(license)).toMatchObject({
      customer: { id: gus.customerId },
      isInGrace: false,
    })
    const [header, , signature] = license.split('.')
    const forged = Buffer.from('{"exp": 4102444800}').toString('base64url')
    expect(readLicense([header, forged, signature].join('.'))).toBeNull()
  })

  /** The code of the documentation, as an application contains it. */
  async function exampleOf({ organizationId, x }: { organizationId: string; x: string }) {
    const page = new URL('../../../../docs/license-keys.md', import.meta.url)
    const [, example = ''] =
      /```js\n([^`]*(?:`[^`]+`[^`]*)*?)```/.exec(await readFile(page, 'utf8')) ?? []
    const code = example.replace("= '…'", `= '${organizationId}'`).replace("x: '…'", `x: '${x}'`)
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const readLicense: unknown = Reflect.get(Object(module), 'readLicense')
    if (typeof readLicense !== 'function') throw new Error('the page has no example')
    return (license: string): unknown => Reflect.apply(readLicense, undefined, [license])
  }
})
