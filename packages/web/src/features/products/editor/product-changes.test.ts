import { describe, expect, test } from 'vitest'
import type { Product } from '#/features/products/product-queries.ts'
import { newProduct, productChanges } from './product-changes.ts'
import { copyOf, emptyForm, formOf } from './product-form.ts'

const perCall = {
  pricing: { scheme: 'unit', unitAmount: '0.5' },
  includedUnits: '0',
  minimumAmount: null,
  capAmount: null,
}

/** The parts of a product that the editor uses. */
const existing: Product = JSON.parse(
  JSON.stringify({
    id: 'product',
    name: 'Team plan',
    description: null,
    recurringInterval: 'month',
    visibility: 'public',
    prices: [
      { id: 'staticPrice', amountType: 'fixed', priceAmount: 2900 },
      {
        id: 'metered',
        amountType: 'metered_unit',
        meterId: 'calls',
        ...perCall,
      },
    ],
    medias: [{ id: 'cover', name: 'cover.png', publicUrl: 'https://example.com/cover.png' }],
    benefits: [{ id: 'support' }],
    attachedCustomFields: [{ customFieldId: 'company', required: true }],
    billingThresholdAmount: 5000,
    metadata: { plan: 'team' },
  }),
)

const before = formOf(existing)

describe('an edited product', () => {
  test('sends nothing without changes', () => {
    expect(productChanges(existing, before)).toEqual({})
  })

  test('sends only changes', () => {
    expect(productChanges(existing, { ...before, name: ' Pro plan ' })).toEqual({
      name: 'Pro plan',
    })
    expect(productChanges(existing, { ...before, visibility: 'private' })).toEqual({
      visibility: 'private',
    })
    expect(productChanges(existing, { ...before, billingThreshold: '75' })).toEqual({
      billingThresholdAmount: 7500,
    })
    expect(productChanges(existing, { ...before, medias: [] })).toEqual({ medias: [] })
    expect(productChanges(existing, { ...before, metadata: [] })).toEqual({ metadata: {} })
    const [field] = before.fields
    const fields = before.fields.map((one) => ({ ...one, required: false }))
    expect(productChanges(existing, { ...before, fields })).toEqual({
      attachedCustomFields: [{ customFieldId: field?.id, required: false }],
    })
  })

  test('has nothing to bill early without prices of usage', () => {
    expect(productChanges(existing, { ...before, metered: [] })).toMatchObject({
      billingThresholdAmount: null,
    })
  })

  test('sends the ids of unchanged prices', () => {
    const staticPrice = { ...before.staticPrice, amount: '39' }
    expect(productChanges(existing, { ...before, staticPrice })).toEqual({
      prices: [{ amountType: 'fixed', priceAmount: 3900 }, { id: 'metered' }],
    })
  })
})

describe('a new product', () => {
  test('is sent as typed', () => {
    const staticPrice = { ...emptyForm.staticPrice, amount: '29.57' }
    expect(newProduct({ ...emptyForm, name: ' Starter ', interval: 'once', staticPrice })).toEqual({
      name: 'Starter',
      description: '',
      recurringInterval: null,
      visibility: 'public',
      prices: [{ amountType: 'fixed', priceAmount: 2957 }],
      billingThresholdAmount: null,
      medias: [],
      attachedCustomFields: [],
      metadata: {},
    })
  })

  test('as a copy has everything but the name, with new prices', () => {
    const copy = copyOf(existing)
    expect(copy).toEqual({ ...before, name: 'Copy of Team plan' })
    expect(newProduct(copy).prices).toEqual([
      { amountType: 'fixed', priceAmount: 2900 },
      { amountType: 'metered_unit', meterId: 'calls', ...perCall },
    ])
    expect(copyOf({ ...existing, name: 'x'.repeat(256) }).name).toHaveLength(256)
  })
})
