import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { constant } from './constant.ts'
import { id, instant, metadata } from './primitives.ts'
import { snakeCase, type UnknownField, wireCodec } from './wire.ts'

const price = z.discriminatedUnion('amountType', [
  z.object({ amountType: z.literal('free'), productId: z.string() }),
  z.object({ amountType: z.literal('fixed'), priceAmount: z.int(), productId: z.string() }),
])

const order = z.object({
  id: id('order'),
  createdAt: instant,
  endsAt: z.nullable(instant),
  totalAmount: z.int(),
  metadata,
  items: z.array(z.object({ label: z.string(), productPriceId: z.nullable(z.string()) })),
  prices: z.array(price),
  billingAddress: z.optional(z.object({ postalCode: z.string() })),
})

const value: z.output<typeof order> = {
  id: id('order').parse('0191f7a0-0000-7000-8000-000000000001'),
  createdAt: new Date('2026-01-31T10:00:00.000Z'),
  endsAt: null,
  totalAmount: 1200,
  metadata: { userKey: 'kept', a_b: 2 },
  items: [{ label: 'a', productPriceId: null }],
  prices: [{ amountType: 'fixed', priceAmount: 5, productId: 'p' }],
}

const overTheWire = (codec: ReturnType<typeof wireCodec>, sent: unknown): unknown =>
  JSON.parse(JSON.stringify(codec.encode(sent)))

describe('the billing wire', () => {
  const codec = wireCodec(order, 'billing')

  test('is snake_case, and leaves the keys of records alone', () => {
    expect(overTheWire(codec, value)).toEqual({
      id: value.id,
      created_at: '2026-01-31T10:00:00.000Z',
      ends_at: null,
      total_amount: 1200,
      metadata: { userKey: 'kept', a_b: 2 },
      items: [{ label: 'a', product_price_id: null }],
      prices: [{ amount_type: 'fixed', price_amount: 5, product_id: 'p' }],
    })
  })

  test('round-trips values', () => {
    expect(z.parse(order, codec.decode(overTheWire(codec, value)))).toEqual(value)
  })

  test('adds the fields that are the same in every response', () => {
    const shape = z.object({
      label: z.string(),
      trialEnd: constant(z.null(), null),
      portalSettings: constant(z.object({ showUsage: constant(z.literal(true), true) }), {}),
      setByHand: constant(z.literal(1), 1),
    })
    expect(
      overTheWire(wireCodec(z.array(shape), 'billing'), [{ label: 'a', setByHand: 2 }]),
    ).toEqual([
      { label: 'a', trial_end: null, portal_settings: { show_usage: true }, set_by_hand: 2 },
    ])
  })

  test('encodes declared fields only', () => {
    const row = { ...value, passwordHash: 'secret', items: [{ ...value.items[0], cost: 3 }] }
    expect(overTheWire(codec, row)).toEqual(overTheWire(codec, value))
  })

  test('collects unknown fields with a value, with the nearest known name', () => {
    const unknown: UnknownField[] = []
    codec.decode(
      {
        totalAmount: 1,
        total_amout: 2,
        absent: null,
        metadata: { whatever: 1 },
        items: [{ label: 'a', lable: 'b' }],
        prices: [{ amount_type: 'free', price_amount: 3 }],
      },
      unknown,
    )
    expect(unknown).toEqual([
      { path: ['totalAmount'], nearest: 'total_amount' },
      { path: ['total_amout'], nearest: 'total_amount' },
      { path: ['items', 0, 'lable'], nearest: 'label' },
      { path: ['prices', 0, 'price_amount'], nearest: null },
    ])
  })

  test('maps the paths of issues to the wire', () => {
    expect(codec.wirePath(['items', 0, 'productPriceId'])).toEqual(['items', 0, 'product_price_id'])
    expect(codec.wirePath(['metadata', 'userKey'])).toEqual(['metadata', 'userKey'])
    expect(codec.wirePath(['prices', 1, 'priceAmount'])).toEqual(['prices', 1, 'price_amount'])
  })

  test('follows recursive schemas', () => {
    const clause = z.object({ propertyName: z.string() })
    const filter = z.object({
      allOf: z.array(z.union([clause, z.lazy((): z.core.$ZodType => filter)])),
    })
    const nested = { allOf: [{ propertyName: 'a' }, { allOf: [{ propertyName: 'b' }] }] }
    expect(wireCodec(filter, 'billing').encode(nested)).toEqual({
      all_of: [{ property_name: 'a' }, { all_of: [{ property_name: 'b' }] }],
    })
  })

  test('converts the values of records but not their keys', () => {
    const grants = z.object({ byUser: z.record(z.string(), z.object({ grantedAt: instant })) })
    const granted = { byUser: { someUser: { grantedAt: new Date(0) } } }
    expect(wireCodec(grants, 'billing').encode(granted)).toEqual({
      by_user: { someUser: { granted_at: '1970-01-01T00:00:00.000Z' } },
    })
  })

  test('treats prototype keys like any other', () => {
    const unknown: UnknownField[] = []
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"total_amount":1},"constructor":{"prototype":{"x":1}},"metadata":{"__proto__":"x"}}',
    )
    const decoded = codec.decode(hostile, unknown)
    expect(unknown.map(({ path }) => path)).toEqual([['__proto__'], ['constructor']])
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype)
    expect(decoded).not.toHaveProperty('totalAmount')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('the account wire', () => {
  const codec = wireCodec(order, 'account')

  test('keeps camelCase and encodes declared fields only', () => {
    const sent = overTheWire(codec, { ...value, passwordHash: 'secret' })
    expect(sent).toHaveProperty('totalAmount', 1200)
    expect(sent).not.toHaveProperty('passwordHash')
  })
})

test('snake_case splits before capitals only', () => {
  expect(snakeCase('line1')).toBe('line1')
  expect(snakeCase('isTaxIdValid')).toBe('is_tax_id_valid')
})
