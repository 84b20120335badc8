import { describe, expect, test } from 'vitest'
import type { Price } from '#/features/products/product-queries.ts'
import { mistakesIn } from '#/lib/form-schema.ts'
import { newPrices, planPrices, priceField } from './price-plan.ts'
import { emptyForm, emptyMetered, type ProductForm } from './product-form.ts'
import { productSchema } from './product-schema.ts'

const form = (typed: Partial<ProductForm>): ProductForm => ({ ...emptyForm, ...typed })
const staticPrice = (typed: Partial<ProductForm['staticPrice']>) => ({
  ...emptyForm.staticPrice,
  ...typed,
})
const calls = { ...emptyMetered, meterId: 'calls', unitAmount: '0.005' }

/** The parts of a product’s prices that a plan depends on. */
const inUse = (prices: readonly object[]): Price[] => JSON.parse(JSON.stringify(prices))

const monthly = { id: 'old', amountType: 'fixed', priceAmount: 2900 }
const perCall = {
  id: 'metered',
  amountType: 'metered_unit',
  meterId: 'calls',
  unitAmount: '0.5',
  pricing: { scheme: 'unit', unitAmount: '0.5' },
  includedUnits: '0',
  minimumAmount: null,
  capAmount: null,
}

describe('typed prices', () => {
  test.each([
    [
      { staticPrice: staticPrice({ kind: 'fixed', amount: '29.5' }) },
      [{ amountType: 'fixed', priceAmount: 2950 }],
    ],
    [{ staticPrice: staticPrice({ kind: 'free', amount: '12' }) }, [{ amountType: 'free' }]],
    [
      { staticPrice: staticPrice({ kind: 'custom', minimum: '5', preset: '', maximum: '' }) },
      [{ amountType: 'custom', minimumAmount: 500, presetAmount: null, maximumAmount: null }],
    ],
    [
      { staticPrice: staticPrice({ kind: 'none' }), metered: [{ ...calls, cap: '100' }] },
      [
        {
          amountType: 'metered_unit',
          meterId: 'calls',
          pricing: { scheme: 'unit', unitAmount: '0.5' },
          includedUnits: '0',
          minimumAmount: null,
          capAmount: 10_000,
        },
      ],
    ],
    [
      {
        staticPrice: staticPrice({ kind: 'none' }),
        metered: [
          {
            ...calls,
            scheme: 'volume',
            tiers: [
              { upTo: '1,000', unitAmount: '0.05', flatAmount: '' },
              { upTo: 'left over', unitAmount: '0.0025', flatAmount: '5' },
            ],
            included: '10.50',
            minimum: '20',
          },
        ],
      },
      [
        {
          amountType: 'metered_unit',
          meterId: 'calls',
          pricing: {
            scheme: 'volume',
            tiers: [
              { upTo: '1000', unitAmount: '5', flatAmount: '0' },
              { upTo: null, unitAmount: '0.25', flatAmount: '500' },
            ],
          },
          includedUnits: '10.5',
          minimumAmount: 2000,
          capAmount: null,
        },
      ],
    ],
    [
      {
        staticPrice: staticPrice({ kind: 'none' }),
        metered: [{ ...calls, scheme: 'package', packageUnits: '100', packageAmount: '.10' }],
      },
      [
        {
          amountType: 'metered_unit',
          meterId: 'calls',
          pricing: { scheme: 'package', packageUnits: '100', packageAmount: '10' },
          includedUnits: '0',
          minimumAmount: null,
          capAmount: null,
        },
      ],
    ],
    // One-time products have no metered prices, even if some were typed before.
    [
      { interval: 'once', staticPrice: staticPrice({ kind: 'free' }), metered: [calls] },
      [{ amountType: 'free' }],
    ],
  ] satisfies [Partial<ProductForm>, object[]][])('%j is sent as %j', (typed, prices) => {
    expect(newPrices(form(typed))).toEqual(prices)
  })
})

describe('a plan', () => {
  const prices = inUse([monthly, perCall])

  test('keeps equal prices, however they are typed', () => {
    const typed = form({
      staticPrice: staticPrice({ amount: '29' }),
      metered: [{ ...calls, unitAmount: '.0050' }],
    })
    expect(planPrices(prices, typed)).toEqual({
      wanted: [{ id: 'old' }, { id: 'metered' }],
      added: [],
      archived: [],
    })
  })

  test('archives replaced prices, and adds new ones', () => {
    const typed = form({ staticPrice: staticPrice({ amount: '39' }), metered: [calls] })
    const plan = planPrices(prices, typed)
    expect(plan.wanted).toEqual([{ amountType: 'fixed', priceAmount: 3900 }, { id: 'metered' }])
    expect(plan.added).toEqual([{ amountType: 'fixed', priceAmount: 3900 }])
    expect(plan.archived.map(({ id }) => id)).toEqual(['old'])
  })

  test('replaces a price whose scheme or minimum changed', () => {
    for (const change of [{ minimum: '1' }, { included: '1' }, { scheme: 'package' as const }]) {
      const packages = { packageUnits: '1', packageAmount: '0.005' }
      const typed = form({
        staticPrice: staticPrice({ amount: '29' }),
        metered: [{ ...calls, ...packages, ...change }],
      })
      expect(planPrices(prices, typed).archived.map(({ id }) => id)).toEqual(['metered'])
    }
  })

  test('archives removed prices', () => {
    const typed = form({ staticPrice: staticPrice({ amount: '29' }) })
    expect(planPrices(prices, typed).archived.map(({ id }) => id)).toEqual(['metered'])
  })
})

describe('a fault', () => {
  const metered = [calls, { ...calls, meterId: 'seats' }]

  test.each([
    [form({}), 0, 'price_amount', 'staticPrice.amount'],
    [form({}), 0, undefined, 'staticPrice.kind'],
    [form({ metered }), 2, 'unit_amount', 'metered.1.unitAmount'],
    [
      form({ metered, staticPrice: staticPrice({ kind: 'none' }) }),
      1,
      'cap_amount',
      'metered.1.cap',
    ],
    [form({ metered }), 1, 'id', 'metered.0.meterId'],
    [form({ metered }), 1, 'tiers', 'metered.0.scheme'],
    [form({ metered }), 1, 'package_units', 'metered.0.packageUnits'],
  ] as const)('of price %#: %j', (typed, index, field, path) => {
    expect(priceField(typed, index, field)).toBe(path)
  })
})

describe('local validation', () => {
  const mistakeOf = (field: string, typed: Partial<ProductForm>): string | null =>
    mistakesIn(productSchema({ isUploading: false }), form(typed)).find(
      ({ path }) => path.join('.') === field,
    )?.message ?? null

  test.each([
    ['  ', 'Enter a name.'],
    ['Hi', 'Use at least 3 characters.'],
    ['x'.repeat(257), 'Use at most 256 characters.'],
    ['Team plan', null],
  ])('of the name %j', (name, mistake) => {
    expect(mistakeOf('name', { name })).toBe(mistake)
  })

  test('of an amount', () => {
    const amounts = (amount: string) =>
      mistakeOf('staticPrice.amount', { staticPrice: staticPrice({ kind: 'fixed', amount }) })
    expect(amounts('0.49')).toBe('Enter at least $0.50.')
    expect(amounts('999999.99')).toBeNull()
  })

  test.each([
    [{ minimum: '5', preset: '4' }, 'preset', 'Enter a suggestion of at least the minimum.'],
    [{ minimum: '5', maximum: '4' }, 'maximum', 'Enter at least the minimum.'],
    [{ preset: '5', maximum: '4' }, 'maximum', 'Enter at least the suggested amount.'],
    [{ minimum: '5', preset: '5', maximum: '5' }, 'maximum', null],
    [{ maximum: '10000.01' }, 'maximum', 'Enter at most $10,000.00.'],
    [{}, 'minimum', null],
  ] as const)('of limits: %j', (typed, bound, mistake) => {
    const draft = { staticPrice: staticPrice({ kind: 'custom', ...typed }) }
    expect(mistakeOf(`staticPrice.${bound}`, draft)).toBe(mistake)
  })

  test('of a meter', () => {
    expect(mistakeOf('metered.0.meterId', { metered: [emptyMetered] })).toBe('Choose a meter.')
    expect(mistakeOf('metered.0.meterId', { metered: [calls, calls] })).toBeNull()
    expect(mistakeOf('metered.1.meterId', { metered: [calls, calls] })).toBe(
      'This meter already has a price above.',
    )
  })

  test.each([
    [{ scheme: 'package' }, 'packageUnits', 'Enter a number of units.'],
    [{ scheme: 'package', packageUnits: '0' }, 'packageUnits', 'Enter more than 0.'],
    [{ scheme: 'package', packageUnits: '1' }, 'packageAmount', 'Enter a price per unit.'],
    [
      {
        scheme: 'graduated',
        tiers: [
          ['10', '1'],
          ['10', '2'],
          ['', '3'],
        ],
      },
      'tiers.1.upTo',
      'Enter more than the tier before.',
    ],
    [
      {
        scheme: 'graduated',
        tiers: [
          ['10', '1'],
          ['', ''],
        ],
      },
      'tiers.1.unitAmount',
      'Enter an amount.',
    ],
    [
      {
        scheme: 'volume',
        tiers: [
          ['10', '0'],
          ['', '0'],
        ],
      },
      'tiers.1.unitAmount',
      'At least one tier must cost something.',
    ],
    [
      {
        scheme: 'volume',
        tiers: [
          ['10', '0'],
          ['', '0.5'],
        ],
      },
      'tiers.1.unitAmount',
      null,
    ],
    [
      {
        scheme: 'volume',
        tiers: [
          ['ten', '0'],
          ['', '0.5'],
        ],
      },
      'tiers.0.upTo',
      'Enter a number, such as 1000 or 0.5.',
    ],
    [{ included: '-1' }, 'included', 'Enter a number, such as 1000 or 0.5.'],
    [{ minimum: '0' }, 'minimum', 'Enter at least $0.01.'],
    [{ minimum: '10', cap: '9.99' }, 'minimum', 'Enter at most the cap.'],
    [{ minimum: '10', cap: '10' }, 'minimum', null],
  ] as const)('of what usage costs: %j', ({ ...typed }, field, mistake) => {
    const tiers =
      'tiers' in typed
        ? typed.tiers.map(([upTo, unitAmount]) => ({ upTo, unitAmount, flatAmount: '' }))
        : emptyMetered.tiers
    const metered = [{ ...calls, ...typed, tiers }]
    expect(mistakeOf(`metered.0.${field}`, { metered })).toBe(mistake)
  })

  test('of usage-only pricing without a metered price', () => {
    const none = { staticPrice: staticPrice({ kind: 'none' }), interval: 'month' } as const
    expect(mistakeOf('staticPrice.kind', none)).toContain('Add a usage price')
    expect(mistakeOf('staticPrice.kind', { ...none, metered: [calls] })).toBeNull()
  })
})
