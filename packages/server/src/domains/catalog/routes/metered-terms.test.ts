import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newMeter } from '../../../../test/meters.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { calls } = sellingServer(['products:write', 'meters:write'])
let meter = ''

beforeAll(async () => {
  meter = (await newMeter(calls)).id
})

const priceWith = (terms: object) => ({ amount_type: 'metered_unit', meter_id: meter, ...terms })

const bodyWith = (terms: object) => ({
  name: 'Metered',
  recurring_interval: 'month',
  prices: [priceWith(terms)],
})

const tiers = (...rows: (readonly [string | number | null, string | number, string?])[]) =>
  rows.map(([up_to, unit_amount, flat_amount]) => ({
    up_to,
    unit_amount,
    ...(flat_amount !== undefined && { flat_amount }),
  }))

const answered = z.object({ id: z.string(), prices: z.array(z.looseObject({ id: z.string() })) })

async function created(terms: object) {
  const answer = await calls.post('/products/', bodyWith(terms))
  expect(answer).toMatchObject({ status: 201 })
  const { id, prices } = answered.parse(answer.body)
  return { id, price: prices[0] }
}

const noLimits = { included_units: '0', minimum_amount: null, cap_amount: null }

describe('the threshold at which usage is billed early', () => {
  const threshold = z.object({ billing_threshold_amount: z.nullable(z.int()) })
  const thresholdOf = ({ body }: { readonly body: unknown }) =>
    threshold.parse(body).billing_threshold_amount

  it('is an amount of the product that can be changed and taken away', async () => {
    const { id } = await created({ unit_amount: '1' })
    const change = async (amount: number | null | undefined) =>
      thresholdOf(await calls.patch(`/products/${id}`, { billing_threshold_amount: amount }))
    expect(thresholdOf(await calls.get(`/products/${id}`))).toBe(null)
    expect(await change(5000)).toBe(5000)
    expect(await change(undefined)).toBe(5000)
    expect(await change(50)).toBe(50)
    expect(await change(null)).toBe(null)
    const body = { ...bodyWith({ unit_amount: '1' }), billing_threshold_amount: 700 }
    expect(thresholdOf(await calls.post('/products/', body))).toBe(700)
  })

  it.each([0, 49, -100, 50.5, 100_000_000, '5000'])('is refused as %s', async (amount) => {
    const { id } = await created({ unit_amount: '1' })
    const change = { billing_threshold_amount: amount }
    expect(briefOf(await calls.patch(`/products/${id}`, change))).toBe(
      '422 RequestValidationError body.billing_threshold_amount',
    )
  })
})

describe('a metered price', () => {
  it.each<[string, object, object]>([
    [
      'per unit, which says the same twice',
      { unit_amount: '0.50' },
      { unit_amount: '0.5', pricing: { scheme: 'unit', unit_amount: '0.5' }, ...noLimits },
    ],
    [
      'per unit, said in pricing alone',
      { pricing: { scheme: 'unit', unit_amount: 2 } },
      { unit_amount: '2', pricing: { scheme: 'unit', unit_amount: '2' }, ...noLimits },
    ],
    [
      'by packages, with what a unit of one costs',
      { pricing: { scheme: 'package', package_units: 300, package_amount: '100' } },
      {
        unit_amount: '0.333333333333',
        pricing: { scheme: 'package', package_units: '300', package_amount: '100' },
        ...noLimits,
      },
    ],
    [
      'in graduated tiers, with what the first unit costs',
      {
        pricing: {
          scheme: 'graduated',
          tiers: tiers([1000, 0], ['2000.5', '0.10'], [null, 0.05, '7']),
        },
      },
      {
        unit_amount: '0',
        pricing: {
          scheme: 'graduated',
          tiers: tiers(['1000', '0', '0'], ['2000.5', '0.1', '0'], [null, '0.05', '7']),
        },
        ...noLimits,
      },
    ],
    [
      'by volume',
      { pricing: { scheme: 'volume', tiers: tiers([null, '0.000000000001']) } },
      {
        unit_amount: '0.000000000001',
        pricing: { scheme: 'volume', tiers: tiers([null, '0.000000000001', '0']) },
        ...noLimits,
      },
    ],
    [
      'with included units, a minimum and a cap',
      { unit_amount: '1', included_units: '1000.50', minimum_amount: 500, cap_amount: 500 },
      { unit_amount: '1', included_units: '1000.5', minimum_amount: 500, cap_amount: 500 },
    ],
    [
      'as it was copied from an answer, without its id',
      {
        unit_amount: '0.333333333333',
        pricing: { scheme: 'package', package_units: '3', package_amount: '1' },
        included_units: '0',
        minimum_amount: null,
      },
      { unit_amount: '0.333333333333', ...noLimits },
    ],
  ])('is created %s', async (_title, terms, shown) => {
    const { id, price } = await created(terms)
    expect(price).toMatchObject({ amount_type: 'metered_unit', ...shown })
    expect((await calls.get(`/products/${id}`)).body?.['prices']).toEqual([price])
  })

  const inPackages = { scheme: 'package', package_units: 100, package_amount: 30 }

  it.each<[string, object, string]>([
    ['neither unit_amount nor pricing', {}, 'unit_amount'],
    ['a unit amount of nothing', { unit_amount: 0 }, 'unit_amount'],
    ['a unit amount that differs', { unit_amount: 1, pricing: inPackages }, 'unit_amount'],
    ['an unknown scheme', { pricing: { scheme: 'stairs' } }, 'pricing.scheme'],
    ['a unit of nothing', { pricing: { scheme: 'unit', unit_amount: 0 } }, 'pricing.unit_amount'],
    [
      'packages of nothing',
      { pricing: { ...inPackages, package_units: 0 } },
      'pricing.package_units',
    ],
    [
      'packages below zero',
      { pricing: { ...inPackages, package_units: -5 } },
      'pricing.package_units',
    ],
    [
      'packages that cost nothing',
      { pricing: { ...inPackages, package_amount: '0.0' } },
      'pricing.package_amount',
    ],
    ['no tiers', { pricing: { scheme: 'volume', tiers: [] } }, 'pricing.tiers'],
    [
      'more than twenty tiers',
      {
        pricing: {
          scheme: 'graduated',
          tiers: tiers(...Array.from({ length: 20 }, (_, at) => [at + 1, 1] as const), [null, 1]),
        },
      },
      'pricing.tiers',
    ],
    [
      'tiers out of order',
      { pricing: { scheme: 'graduated', tiers: tiers([10, 1], [10, 2], [null, 3]) } },
      'pricing.tiers.1.up_to',
    ],
    [
      'a last tier with an end',
      { pricing: { scheme: 'graduated', tiers: tiers([10, 1], [20, 2]) } },
      'pricing.tiers.1.up_to',
    ],
    [
      'a tier without end before the last',
      { pricing: { scheme: 'volume', tiers: tiers([null, 1], [null, 2]) } },
      'pricing.tiers.0.up_to',
    ],
    [
      'a tier up to nothing',
      { pricing: { scheme: 'volume', tiers: tiers([0, 1], [null, 2]) } },
      'pricing.tiers.0.up_to',
    ],
    [
      'a tier that costs less than nothing',
      { pricing: { scheme: 'volume', tiers: tiers([5, 1], [null, '-0.5']) } },
      'pricing.tiers.1.unit_amount',
    ],
    [
      'a flat amount with too many decimals',
      { pricing: { scheme: 'volume', tiers: tiers([null, 1, '0.0000000000001']) } },
      'pricing.tiers.0.flat_amount',
    ],
    [
      'tiers that are all free',
      { pricing: { scheme: 'graduated', tiers: tiers([5, 0], [null, 0]) } },
      'pricing.tiers',
    ],
    ['included units below zero', { unit_amount: 1, included_units: -1 }, 'included_units'],
    ['a minimum of nothing', { unit_amount: 1, minimum_amount: 0 }, 'minimum_amount'],
    ['a minimum of too much', { unit_amount: 1, minimum_amount: 100_000_000 }, 'minimum_amount'],
    [
      'a minimum above the cap',
      { unit_amount: 1, minimum_amount: 501, cap_amount: 500 },
      'minimum_amount',
    ],
  ])('refuses %s', async (_title, terms, field) => {
    const answer = await calls.post('/products/', bodyWith(terms))
    expect(briefOf(answer)).toBe(`422 RequestValidationError body.prices.0.${field}`)
  })

  it('is kept when it is sent back whole or in other words, and never changes', async () => {
    const terms = {
      pricing: { scheme: 'graduated', tiers: tiers([10, 0], [null, 2, '5']) },
      included_units: 3,
      minimum_amount: 100,
    }
    const { id, price } = await created(terms)
    const update = (sent: object) => calls.patch(`/products/${id}`, { prices: [sent] })
    const inOtherWords = { ...priceWith(terms), id: price?.id, pricing: null, unit_amount: null }
    for (const same of [{ ...price }, { ...priceWith(terms), id: price?.id }, inOtherWords]) {
      expect(await update(same)).toMatchObject({ status: 200, body: { modified_at: null } })
    }
    for (const [field, value] of Object.entries({
      pricing: { scheme: 'volume', tiers: terms.pricing.tiers },
      included_units: '4',
      minimum_amount: null,
      unit_amount: '1',
    })) {
      expect(briefOf(await update({ ...price, [field]: value }))).toBe(
        `422 RequestValidationError body.prices.0.${field}`,
      )
    }
  })

  it('with a minimum is not due at the purchase, so it sorts as nothing', async () => {
    const { id } = await created({ unit_amount: 1, minimum_amount: 5000 })
    const { id: dear } = await newProduct(calls, { prices: [fixedPrice(60)] })
    const { body } = await calls.get('/products/?sorting=price_amount&limit=100')
    const ids = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body).items
    const placeOf = (one: string) => ids.findIndex((product) => product.id === one)
    expect(placeOf(id)).toBeLessThan(placeOf(dear))
  })
})
