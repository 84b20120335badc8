import { describe, expect, test } from 'vitest'
import type { Price } from '../product-queries.ts'
import { newPrices, planPrices, priceField } from './price-plan.ts'
import { emptyForm, emptyMetered, type ProductForm } from './product-form.ts'
import { boundMistake, fixedAmountMistake, meterMistake, nameMistake } from './product-mistakes.ts'

const form = (typed: Partial<ProductForm>): ProductForm => ({ ...emptyForm, ...typed })
const standing = (typed: Partial<ProductForm['standing']>) => ({ ...emptyForm.standing, ...typed })
const calls = { ...emptyMetered, meterId: 'calls', unitAmount: '0.005' }

/** As the server answers them, as far as a plan looks. */
const inUse = (prices: readonly object[]): Price[] => JSON.parse(JSON.stringify(prices))

const monthly = { id: 'old', amountType: 'fixed', priceAmount: 2900 }
const perCall = {
  id: 'metered',
  amountType: 'metered_unit',
  meterId: 'calls',
  unitAmount: '0.5',
  capAmount: null,
}

describe('what is typed', () => {
  test.each([
    [
      { standing: standing({ kind: 'fixed', amount: '29.5' }) },
      [{ amountType: 'fixed', priceAmount: 2950 }],
    ],
    [{ standing: standing({ kind: 'free', amount: '12' }) }, [{ amountType: 'free' }]],
    [
      { standing: standing({ kind: 'custom', minimum: '5', preset: '', maximum: '' }) },
      [{ amountType: 'custom', minimumAmount: 500, presetAmount: null, maximumAmount: null }],
    ],
    [
      { standing: standing({ kind: 'none' }), metered: [{ ...calls, cap: '100' }] },
      [{ amountType: 'metered_unit', meterId: 'calls', unitAmount: '0.5', capAmount: 10_000 }],
    ],
    // What is bought once is not metered, whatever was typed before.
    [
      { interval: 'once', standing: standing({ kind: 'free' }), metered: [calls] },
      [{ amountType: 'free' }],
    ],
  ] satisfies [Partial<ProductForm>, object[]][])('%j is sent as %j', (typed, prices) => {
    expect(newPrices(form(typed))).toEqual(prices)
  })
})

describe('a plan', () => {
  const prices = inUse([monthly, perCall])

  test('keeps what is the same, however it’s written', () => {
    const typed = form({
      standing: standing({ amount: '29' }),
      metered: [{ ...calls, unitAmount: '.0050' }],
    })
    expect(planPrices(prices, typed)).toEqual({
      wanted: [{ id: 'old' }, { id: 'metered' }],
      added: [],
      archived: [],
    })
  })

  test('archives what makes room, and adds what is new', () => {
    const typed = form({ standing: standing({ amount: '39' }), metered: [calls] })
    const plan = planPrices(prices, typed)
    expect(plan.wanted).toEqual([{ amountType: 'fixed', priceAmount: 3900 }, { id: 'metered' }])
    expect(plan.added).toEqual([{ amountType: 'fixed', priceAmount: 3900 }])
    expect(plan.archived.map(({ id }) => id)).toEqual(['old'])
  })

  test('archives what is taken away', () => {
    const typed = form({ standing: standing({ amount: '29' }) })
    expect(planPrices(prices, typed).archived.map(({ id }) => id)).toEqual(['metered'])
  })
})

describe('a fault', () => {
  const metered = [calls, { ...calls, meterId: 'seats' }]

  test.each([
    [form({}), 0, 'price_amount', 'standing.amount'],
    [form({}), 0, undefined, 'standing.kind'],
    [form({ metered }), 2, 'unit_amount', 'metered.1.unitAmount'],
    [form({ metered, standing: standing({ kind: 'none' }) }), 1, 'cap_amount', 'metered.1.cap'],
    [form({ metered }), 1, 'id', 'metered.0.meterId'],
  ] as const)('of price %#: %j', (typed, index, field, path) => {
    expect(priceField(typed, index, field)).toBe(path)
  })
})

describe('a mistake is said before it’s sent', () => {
  test('of a name', () => {
    expect(nameMistake('  ')).toBe('Enter a name.')
    expect(nameMistake('Hi')).toBe('Use at least 3 characters.')
    expect(nameMistake('x'.repeat(257))).toBe('Use at most 256 characters in one line.')
    expect(nameMistake('Team plan')).toBeNull()
  })

  test('of an amount', () => {
    expect(fixedAmountMistake('0.49')).toBe('Enter at least $0.50.')
    expect(fixedAmountMistake('999999.99')).toBeNull()
  })

  test.each([
    [{ minimum: '5', preset: '4' }, 'preset', 'Propose no less than the minimum.'],
    [{ minimum: '5', maximum: '4' }, 'maximum', 'Enter no less than the minimum.'],
    [{ preset: '5', maximum: '4' }, 'maximum', 'Enter no less than what is proposed.'],
    [{ minimum: '5', preset: '5', maximum: '5' }, 'maximum', null],
    [{ maximum: '10000.01' }, 'maximum', 'Enter at most $10000.00.'],
    [{}, 'minimum', null],
  ] as const)('of bounds: %j', (typed, bound, mistake) => {
    expect(boundMistake(standing({ kind: 'custom', ...typed }), bound)).toBe(mistake)
  })

  test('of a meter', () => {
    expect(meterMistake([emptyMetered], 0)).toBe('Choose a meter.')
    expect(meterMistake([calls, calls], 0)).toBeNull()
    expect(meterMistake([calls, calls], 1)).toBe('This meter has a price above already.')
  })
})
