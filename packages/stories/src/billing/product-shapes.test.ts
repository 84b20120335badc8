import type { ProductCreate } from '@polar-sh/sdk/models/components/productcreate.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { catalogScopes, enableUsageBilling, newMeter, uploadPicture } from './catalog.ts'
import { asBackend, newSeller, newToken } from './seller.ts'

const site = testSite()

const amount = (max = 1_000_000) => fc.integer({ min: 50, max })

const staticPrices = fc.oneof(
  fc.constant({ amountType: 'free' } as const),
  fc.record({ amountType: fc.constant('fixed' as const), priceAmount: amount(99_999_999) }),
  fc
    .tuple(amount(), amount(), amount(), fc.subarray([0, 1, 2] as const))
    .map(([one, two, three, given]) => {
      const [low = 50, middle = 50, high = 50] = [one, two, three].toSorted((a, b) => a - b)
      return {
        amountType: 'custom' as const,
        minimumAmount: given.includes(0) ? low : null,
        presetAmount: given.includes(1) ? middle : null,
        maximumAmount: given.includes(2) ? high : null,
      }
    }),
)

const unitAmounts = fc
  .tuple(fc.nat({ max: 99_999 }), fc.integer({ min: 1, max: 999_999_999_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(12, '0')}`)

const metadata = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 20 }).filter((key) => key !== '__proto__'),
  fc.oneof(
    fc.string({ minLength: 1, maxLength: 50 }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
    fc.boolean(),
  ),
  { maxKeys: 5 },
)

/** Products of every shape, built from these items. */
const inputs = (meterIds: string[], mediaIds: string[], fieldIds: string[]) => {
  const metered = fc.subarray(meterIds, { minLength: 1 }).chain((ids) =>
    fc.tuple(
      ...ids.map((meterId) =>
        fc.record({
          amountType: fc.constant('metered_unit' as const),
          meterId: fc.constant(meterId),
          unitAmount: unitAmounts,
          capAmount: fc.option(fc.nat()),
        }),
      ),
    ),
  )
  const once = fc.record({
    recurringInterval: fc.constant(null),
    prices: staticPrices.map((price) => [price]),
  })
  const recurring = fc.record({
    recurringInterval: fc.constantFrom('month' as const, 'year' as const),
    prices: fc.oneof(
      staticPrices.map((price) => [price]),
      metered,
      fc.tuple(staticPrices, metered).map(([price, others]) => [price, ...others]),
    ),
  })
  const details = fc.record({
    name: fc.string({ minLength: 3, maxLength: 60 }).filter((name) => name.trim().length > 2),
    description: fc.option(fc.string({ unit: 'grapheme', maxLength: 200 })),
    medias: fc.option(fc.subarray(mediaIds)),
    attachedCustomFields: fc
      .tuple(fc.subarray(fieldIds), fc.boolean())
      .map(([ids, required]) => ids.map((customFieldId) => ({ customFieldId, required }))),
    metadata,
  })
  return fc
    .tuple(fc.oneof(once, recurring), details)
    .map(([priced, described]) => ({ ...described, ...priced }))
}

it('a hundred products of every shape are read by the official client', async () => {
  const shop = await newSeller(site, 'shop')
  await enableUsageBilling(shop)
  const polar = asBackend(site, (await newToken(shop, catalogScopes)).token)
  const meters = [await newMeter(polar, 'One'), await newMeter(polar, 'Two')]
  const medias = [await uploadPicture(polar), await uploadPicture(polar)]
  const fields = await Promise.all(
    (['text', 'number', 'date', 'checkbox'] as const).map((type) =>
      polar.customFields.create({ type, slug: `of-${type}`, name: type, properties: {} }),
    ),
  )
  const benefits = await Promise.all(
    [1, 2].map((number) =>
      polar.benefits.create({
        type: 'meter_credit',
        description: `Credits ${number}`,
        properties: { units: number, rollover: true, meterId: meters[0]?.id ?? '' },
      }),
    ),
  )
  const shapes = inputs(
    meters.map(({ id }) => id),
    medias,
    fields.map(({ id }) => id),
  )
  const made = new Map<string, ProductCreate>()
  for (const input of fc.sample(shapes, 100)) {
    const { id } = await polar.products.create(input)
    made.set(id, input)
    if (made.size % 3 > 0) continue
    const wanted = { benefits: benefits.map((benefit) => benefit.id) }
    await polar.products.updateBenefits({ id, productBenefitsUpdate: wanted })
  }
  const { result } = await polar.products.list({ limit: 100, sorting: ['created_at'] })
  expect(result.pagination).toEqual({ totalCount: 100, maxPage: 1 })
  expect(new Set(result.items.map(({ id }) => id))).toEqual(new Set(made.keys()))
  for (const product of result.items) {
    const input = made.get(product.id)
    expect(product).toMatchObject({
      name: input?.name.trim(),
      description: input?.description === '' ? null : input?.description,
      recurringInterval: input?.recurringInterval,
      metadata: input?.metadata,
    })
    expect(product.prices.map(({ amountType }) => amountType)).toEqual(
      input?.prices.map(({ amountType }) => amountType),
    )
    expect(product.medias.map(({ id }) => id)).toEqual(input?.medias ?? [])
  }
  expect(result.items.filter((product) => product.benefits.length === 2)).toHaveLength(33)
})
