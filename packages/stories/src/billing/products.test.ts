import type { ProductCreate } from '@polar-sh/sdk/models/components/productcreate.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { NotPermitted } from '@polar-sh/sdk/models/errors/notpermitted.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { catalogScopes, enableUsageBilling, newMeter, picture, uploadPicture } from './catalog.ts'
import { asBackend, inDashboard, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  await enableUsageBilling(acme)
  token = (await newToken(acme, catalogScopes)).token
})

const backend = () => asBackend(site, token)

describe('the backend of Acme', () => {
  it('creates a product and reads it with the official client', async () => {
    const polar = backend()
    const meter = await newMeter(polar)
    const media = await uploadPicture(polar)
    const field = await polar.customFields.create({
      type: 'text',
      slug: 'vat_note',
      name: 'VAT note',
      properties: { formLabel: 'A note' },
    })
    const created = await polar.products.create({
      name: 'Acme Pro',
      description: 'All of Acme.\nEvery month.',
      recurringInterval: 'month',
      prices: [
        { amountType: 'metered_unit', meterId: meter.id, unitAmount: '0.05', capAmount: 5000 },
        { amountType: 'fixed', priceAmount: 1900 },
      ],
      medias: [media],
      attachedCustomFields: [{ customFieldId: field.id, required: true }],
      metadata: { tier: 'pro', seats: 5, ratio: 0.5, isBest: true, snake_case: 1 },
    })
    expect(created).toMatchObject({
      name: 'Acme Pro',
      description: 'All of Acme.\nEvery month.',
      recurringInterval: 'month',
      isRecurring: true,
      isArchived: false,
      organizationId: acme.organizationId,
      createdAt: expect.any(Date),
      modifiedAt: null,
      prices: [
        { amountType: 'fixed', priceAmount: 1900, priceCurrency: 'usd', type: 'recurring' },
        {
          amountType: 'metered_unit',
          unitAmount: '0.05',
          capAmount: 5000,
          meter: { id: meter.id, name: 'Tokens' },
          recurringInterval: 'month',
        },
      ],
      benefits: [],
      medias: [{ id: media, mimeType: 'image/png', isUploaded: true }],
      attachedCustomFields: [{ customFieldId: field.id, order: 0, required: true }],
      metadata: { tier: 'pro', seats: 5, ratio: 0.5, isBest: true, snake_case: 1 },
    })
    expect(await polar.products.get({ id: created.id })).toEqual(created)
    const shown = await fetch(created.medias[0]?.publicUrl ?? '')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture)
  })

  it('creates free, fixed, custom and metered prices', async () => {
    const polar = backend()
    const meter = await newMeter(polar)
    const cases: [ProductCreate['prices'][number], object][] = [
      [{ amountType: 'free' }, { amountType: 'free' }],
      [
        { amountType: 'fixed', priceAmount: 50 },
        { amountType: 'fixed', priceAmount: 50 },
      ],
      [
        { amountType: 'custom' },
        { amountType: 'custom', minimumAmount: null, maximumAmount: null, presetAmount: null },
      ],
      [
        { amountType: 'custom', minimumAmount: 500, presetAmount: 1000, maximumAmount: 5000 },
        { minimumAmount: 500, presetAmount: 1000, maximumAmount: 5000 },
      ],
      [
        { amountType: 'metered_unit', meterId: meter.id, unitAmount: 0.0001 },
        { unitAmount: '0.0001', capAmount: null, meterId: meter.id },
      ],
    ]
    for (const recurringInterval of [null, 'month', 'year'] as const) {
      for (const [price, expected] of cases) {
        if (recurringInterval === null && price.amountType === 'metered_unit') continue
        const made = await polar.products.create({
          name: 'A thing',
          recurringInterval,
          prices: [price],
        })
        const type = recurringInterval === null ? 'one_time' : 'recurring'
        expect(made.prices).toMatchObject([{ ...expected, type, recurringInterval }])
      }
    }
  })

  it('updates a product and its prices, and archives it', async () => {
    const { products } = backend()
    const { id, prices } = await products.create({
      name: 'Acme Basic',
      recurringInterval: 'year',
      prices: [{ amountType: 'fixed', priceAmount: 1000 }],
    })
    const renamed = await products.update({
      id,
      productUpdate: { name: 'Acme Base', prices: [{ id: prices[0]?.id ?? '' }] },
    })
    expect(renamed).toMatchObject({ name: 'Acme Base', prices, modifiedAt: expect.any(Date) })
    const dearer = await products.update({
      id,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 1200 }] },
    })
    expect(dearer.prices).toMatchObject([{ priceAmount: 1200, isArchived: false }])
    expect(dearer.prices[0]?.id).not.toBe(prices[0]?.id)
    const archived = await products.update({ id, productUpdate: { isArchived: true } })
    expect(archived.isArchived).toBe(true)
    const { result } = await products.list({ isArchived: true, query: 'acme BASE' })
    expect(result.items).toEqual([archived])
    const back = await products.update({ id, productUpdate: { isArchived: false } })
    expect(back.isArchived).toBe(false)
  })

  it('sends back a product as it was read', async () => {
    const polar = backend()
    const { id: meterId } = await newMeter(polar)
    const { id } = await polar.products.create({
      name: 'Acme Whole',
      recurringInterval: 'month',
      prices: [
        { amountType: 'custom', minimumAmount: 500 },
        { amountType: 'metered_unit', meterId, unitAmount: '0.50' },
      ],
    })
    const send = (method: 'GET' | 'PATCH', body?: object) =>
      fetch(`${site.url}/v1/products/${id}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const read = await (await send('GET')).json()
    const { prices } = read
    const same = await send('PATCH', { prices })
    expect(await same.json()).toEqual(read)
    const [custom, metered] = prices
    for (const [changed, field] of [
      [{ ...custom, minimum_amount: 700 }, 'minimum_amount'],
      [{ id: custom.id, amount_type: 'free' }, 'amount_type'],
      [{ ...custom, is_archived: true }, 'is_archived'],
      [{ ...custom, recurring_interval: 'year' }, 'recurring_interval'],
    ]) {
      const refused = await send('PATCH', { prices: [changed, metered] })
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({
        detail: [
          { loc: ['body', 'prices', 0, field], msg: expect.stringContaining('without its id') },
        ],
      })
    }
    const product = await polar.products.get({ id })
    const productUpdate = { name: 'Acme Once More', prices: product.prices }
    expect(await polar.products.update({ id, productUpdate })).toMatchObject(productUpdate)
  })

  it('sets the benefits of a product, and deleting a benefit removes it', async () => {
    const polar = backend()
    const newBenefit = (description: string) =>
      polar.benefits.create({ type: 'custom', description, properties: { note: 'Hello' } })
    const [chat, mail] = [await newBenefit('Chat'), await newBenefit('Mail')]
    const { id } = await polar.products.create({
      name: 'Acme Help',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    })
    const given = await polar.products.updateBenefits({
      id,
      productBenefitsUpdate: { benefits: [mail.id, chat.id] },
    })
    expect(given.benefits).toEqual([mail, chat])
    const { result } = await polar.products.list({ benefitId: chat.id })
    expect(result.items).toEqual([given])
    await polar.benefits.delete({ id: chat.id })
    expect((await polar.products.get({ id })).benefits).toEqual([mail])
  })
})

describe('a backend gets an error', () => {
  it('that points at the invalid field', async () => {
    const { products } = backend()
    const price = { amountType: 'fixed', priceAmount: 1000 } as const
    const bare = { name: 'Acme', recurringInterval: null, prices: [price] }
    const { id } = await products.create(bare)
    const calls: [() => Promise<unknown>, (string | number)[]][] = [
      [() => products.create({ ...bare, prices: [price, price] }), ['prices', 1]],
      [
        () => products.update({ id, productUpdate: { recurringInterval: 'month' } }),
        ['recurring_interval'],
      ],
      [() => products.update({ id, productUpdate: { prices: [{ id }] } }), ['prices', 0, 'id']],
      [() => products.update({ id, productUpdate: { medias: [id] } }), ['medias', 0]],
      [
        () => products.updateBenefits({ id, productBenefitsUpdate: { benefits: [id] } }),
        ['benefits', 0],
      ],
    ]
    for (const [call, loc] of calls) {
      const error = await thrown(call())
      expect(error).toBeInstanceOf(HTTPValidationError)
      expect(error).toMatchObject({ detail: [{ loc: ['body', ...loc] }] })
    }
  })

  it('for a missing write scope', async () => {
    const { products } = backend()
    const { id } = await products.create({
      name: 'Acme',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    })
    const reading = asBackend(site, (await newToken(acme, ['products:read'])).token)
    expect(await reading.products.get({ id })).toMatchObject({ id })
    const refused = await Promise.all(
      [
        reading.products.update({ id, productUpdate: { name: 'Mine' } }),
        reading.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [] } }),
      ].map(thrown),
    )
    for (const error of refused) expect(error).toBeInstanceOf(NotPermitted)
  })
})

it('other organizations cannot find a product', async () => {
  const { id } = await backend().products.create({
    name: 'Secret',
    recurringInterval: null,
    prices: [{ amountType: 'free' }],
  })
  const beta = await newSeller(site, 'beta')
  const { products } = asBackend(site, (await newToken(beta, ['products:write'])).token)
  const refused = await Promise.all(
    [
      products.get({ id }),
      products.update({ id, productUpdate: { name: 'Mine' } }),
      products.updateBenefits({ id, productBenefitsUpdate: { benefits: [] } }),
    ].map(thrown),
  )
  for (const error of refused) expect(error).toBeInstanceOf(ResourceNotFound)
  expect((await products.list({ organizationId: acme.organizationId })).result.items).toEqual([])
})

it('a member lists products in the dashboard by naming the organization', async () => {
  const { products } = inDashboard(acme.person)
  const { organizationId } = acme
  const created = await products.create({
    organizationId,
    name: 'By hand',
    recurringInterval: null,
    prices: [{ amountType: 'free' }],
  })
  const { result } = await products.list({ organizationId, query: 'by hand' })
  expect(result.items).toEqual([created])
})
