import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomField } from '../../../../test/custom-fields.ts'
import { laterFields } from '../../../../test/later-fields.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import {
  bareProduct,
  fixedPrice,
  freePrice,
  meteredPrice,
  newFileRow,
} from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const scopes = ['products:write', 'meters:write', 'custom_fields:write'] as const
const { db, server, acme, calls } = sellingServer(scopes)
/** Objects of another organization. */
let beta: OwnedOrganization
let theirs: BillingCalls

beforeAll(async () => {
  beta = await createOrganization(server.current)
  theirs = await newBackend(server.current, beta, scopes)
})

const unknownId = '00000000-0000-7000-8000-000000000000'
const at = (field: string) => `422 RequestValidationError body.${field}`

describe('creating a product', () => {
  it('stores every field and returns the whole product', async () => {
    const meter = await newMeter(calls)
    const field = await newCustomField(calls)
    const media = await newFileRow(db.database, acme)
    const { status, body } = await calls.post('/products/', {
      name: '  Course of the year ',
      description: 'Line one\nline two',
      recurring_interval: 'month',
      prices: [
        meteredPrice(meter.id, { unit_amount: '0.0500', cap_amount: 0 }),
        { amount_type: 'custom', minimum_amount: 500, preset_amount: 500 },
      ],
      medias: [media],
      attached_custom_fields: [{ custom_field_id: field.id, required: true }],
      metadata: { tier: 'gold', seats: 5, rate: 0.5, snake_case: true },
    })
    expect(status).toBe(201)
    const id = body?.['id']
    const ofEach = {
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      is_archived: false,
      product_id: id,
      type: 'recurring',
      recurring_interval: 'month',
      price_currency: 'usd',
      ...laterFields.price,
    }
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      name: 'Course of the year',
      description: 'Line one\nline two',
      recurring_interval: 'month',
      recurring_interval_count: 1,
      ...laterFields.product,
      is_recurring: true,
      visibility: 'public',
      is_archived: false,
      organization_id: acme.id,
      billing_threshold_amount: null,
      metadata: { tier: 'gold', seats: 5, rate: 0.5, snake_case: true },
      // The static price comes first.
      prices: [
        {
          ...ofEach,
          amount_type: 'custom',
          minimum_amount: 500,
          maximum_amount: null,
          preset_amount: 500,
        },
        {
          ...ofEach,
          amount_type: 'metered_unit',
          unit_amount: '0.05',
          pricing: { scheme: 'unit', unit_amount: '0.05' },
          included_units: '0',
          minimum_amount: null,
          cap_amount: 0,
          meter_id: meter.id,
          meter: { id: meter.id, name: meter.name },
        },
      ],
      benefits: [],
      medias: [
        expect.objectContaining({
          id: media,
          service: 'product_media',
          size_readable: '2 KB',
          public_url: expect.stringContaining(`/${media}/cover.png`),
        }),
      ],
      attached_custom_fields: [
        {
          custom_field_id: field.id,
          custom_field: (await calls.get(`/custom-fields/${field.id}`)).body,
          order: 0,
          required: true,
        },
      ],
    })
    expect((await calls.get(`/products/${String(id)}`)).body).toEqual(body)
  })

  it('requires only a name, an interval and a price', async () => {
    const { body } = await calls.post('/products/', {
      name: 'Gift',
      recurring_interval: null,
      prices: [freePrice],
      description: '',
    })
    expect(body).toMatchObject({
      description: null,
      is_recurring: false,
      metadata: {},
      medias: [],
      attached_custom_fields: [],
      prices: [{ amount_type: 'free', type: 'one_time', recurring_interval: null }],
    })
    expect(body?.['prices']).toMatchObject([{ price_currency: 'usd' }])
  })

  const fixed = (amount: unknown) => ({ prices: [{ amount_type: 'fixed', price_amount: amount }] })
  const custom = (bounds: object) => ({ prices: [{ amount_type: 'custom', ...bounds }] })

  it.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a name that is too short', { name: ' ab ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(257) }, 'name'],
    ['a name of two lines', { name: 'one\ntwo' }, 'name'],
    ['a description that is too long', { description: 'x'.repeat(20_001) }, 'description'],
    ['no interval', { recurring_interval: undefined }, 'recurring_interval'],
    ['an unknown interval', { recurring_interval: 'week' }, 'recurring_interval'],
    ['no prices', { prices: undefined }, 'prices'],
    ['an empty list of prices', { prices: [] }, 'prices'],
    ['too many prices', { prices: Array.from({ length: 101 }, () => freePrice) }, 'prices'],
    ['a price without a type', { prices: [{ price_amount: 1000 }] }, 'prices.0.amount_type'],
    ['a price of an unknown type', { prices: [{ amount_type: 'seat' }] }, 'prices.0.amount_type'],
    ['the id of a price', { prices: [{ id: unknownId }] }, 'prices.0.amount_type body.prices.0.id'],
    ['an amount below half a dollar', fixed(49), 'prices.0.price_amount'],
    ['an amount of a million dollars', fixed(100_000_000), 'prices.0.price_amount'],
    ['a fraction of a cent', fixed(99.5), 'prices.0.price_amount'],
    ['an amount as text', fixed('1000'), 'prices.0.price_amount'],
    ['a minimum below the limit', custom({ minimum_amount: 49 }), 'prices.0.minimum_amount'],
    ['a maximum above the limit', custom({ maximum_amount: 1_000_001 }), 'prices.0.maximum_amount'],
    ['a preset above the limit', custom({ preset_amount: 1_000_001 }), 'prices.0.preset_amount'],
    [
      'a maximum below the minimum',
      custom({ minimum_amount: 500, maximum_amount: 499 }),
      'prices.0.maximum_amount',
    ],
    [
      'a preset below the minimum',
      custom({ minimum_amount: 500, preset_amount: 499 }),
      'prices.0.preset_amount',
    ],
    [
      'a preset above the maximum',
      custom({ preset_amount: 501, maximum_amount: 500 }),
      'prices.0.maximum_amount',
    ],
    [
      'an unsupported currency',
      { prices: [{ ...fixedPrice(), price_currency: 'eur' }] },
      'prices.0.price_currency',
    ],
    ['two static prices', { prices: [freePrice, fixedPrice()] }, 'prices.1'],
    ['too much metadata', { metadata: { key: 'x'.repeat(501) } }, 'metadata.key'],
    ['another organization', { organization_id: unknownId }, 'organization_id'],
    ['an unknown field', { is_archived: true }, 'is_archived'],
    ['an unknown field of a price', { prices: [{ ...freePrice, cap: 1 }] }, 'prices.0.cap'],
    ['unknown media', { medias: [unknownId] }, 'medias.0'],
    [
      'an unknown custom field',
      { attached_custom_fields: [{ custom_field_id: unknownId, required: false }] },
      'attached_custom_fields.0.custom_field_id',
    ],
  ])('refuses %s and points at the field', async (_title, given, field) => {
    const answer = await calls.post('/products/', { ...bareProduct, ...given })
    expect(briefOf(answer)).toBe(at(field))
  })

  it('refuses items that are listed twice or belong to another organization', async () => {
    const [media, foreignMedia] = [
      await newFileRow(db.database, acme),
      await newFileRow(db.database, beta),
    ]
    const [field, foreignField] = [await newCustomField(calls), await newCustomField(theirs)]
    const attach = (...ids: string[]) => ({
      attached_custom_fields: ids.map((id) => ({ custom_field_id: id, required: true })),
    })
    const create = async (input: object) =>
      briefOf(await calls.post('/products/', { ...bareProduct, ...input }))
    for (const one of [media, foreignMedia]) {
      expect(await create({ medias: [media, one] })).toBe(at('medias.1'))
    }
    for (const { id } of [field, foreignField]) {
      expect(await create(attach(field.id, id))).toBe(
        at('attached_custom_fields.1.custom_field_id'),
      )
    }
  })

  it('creates one product for one idempotency key', async () => {
    const key = { 'idempotency-key': 'one-product' }
    const first = await calls.post('/products/', bareProduct, key)
    expect((await calls.post('/products/', bareProduct, key)).text).toBe(first.text)
  })
})

describe('a metered price', () => {
  const monthly = { ...bareProduct, recurring_interval: 'month' }

  it.each<[string | number, string]>([
    ['0.0500', '0.05'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [12345, '12345'],
    ['0.000000000001', '0.000000000001'],
    ['12345678901234567', '12345678901234567'],
  ])('of %s is stored exactly', async (given, stored) => {
    const { id } = await newMeter(calls)
    const prices = [meteredPrice(id, { unit_amount: given })]
    const { body } = await calls.post('/products/', { ...monthly, prices })
    expect(body).toMatchObject({ prices: [{ unit_amount: stored }] })
  })

  it.each([0, -1, '0', 'much', '', 0.1 + 0.2, '0.0000000000001', '123456789012345678'])(
    'of %s is refused',
    async (given) => {
      const { id } = await newMeter(calls)
      const prices = [meteredPrice(id, { unit_amount: given })]
      const answer = await calls.post('/products/', { ...monthly, prices })
      expect(briefOf(answer)).toBe(at('prices.0.unit_amount'))
    },
  )

  it('requires a meter of the organization, once, a recurring product and a cap of at least 0', async () => {
    const { id } = await newMeter(calls)
    const foreign = await newMeter(theirs)
    const create = async (input: object) =>
      briefOf(await calls.post('/products/', { ...monthly, ...input }))
    const by = (...ids: string[]) => ({ prices: ids.map((one) => meteredPrice(one)) })
    expect(await create(by(foreign.id))).toBe(at('prices.0.meter_id'))
    expect(await create(by(unknownId))).toBe(at('prices.0.meter_id'))
    expect(await create(by('calls'))).toBe(at('prices.0.meter_id'))
    expect(await create(by(id, id))).toBe(at('prices.1.meter_id'))
    expect(await create({ ...by(id), recurring_interval: null })).toBe(at('prices.0'))
    expect(await create({ prices: [meteredPrice(id, { cap_amount: -1 })] })).toBe(
      at('prices.0.cap_amount'),
    )
    expect(await create({ prices: [meteredPrice(id, { unit_amount: null })] })).toBe(
      at('prices.0.unit_amount'),
    )
    expect(await create(by(id))).toBe('201')
  })

  it('requires usage-based billing', async () => {
    const { id } = await newMeter(theirs)
    await db.database.pool.query(
      'update organization set usage_based_billing_enabled = false where id = $1',
      [beta.id],
    )
    const answer = await theirs.post('/products/', { ...monthly, prices: [meteredPrice(id)] })
    expect(briefOf(answer)).toBe(at('prices.0'))
    expect(answer.text).toContain('usage-based billing')
  })
})
