import { describe, expect, test } from 'vitest'
import type { Product } from '../product-queries.ts'
import { newProduct, productChanges } from './product-changes.ts'
import { copyOf, emptyForm, formOf } from './product-form.ts'

/** As the server answers it, as far as the editor looks. */
const kept: Product = JSON.parse(
  JSON.stringify({
    id: 'product',
    name: 'Team plan',
    description: null,
    recurringInterval: 'month',
    prices: [
      { id: 'standing', amountType: 'fixed', priceAmount: 2900 },
      {
        id: 'metered',
        amountType: 'metered_unit',
        meterId: 'calls',
        unitAmount: '0.5',
        capAmount: null,
      },
    ],
    medias: [{ id: 'cover', name: 'cover.png', publicUrl: 'https://example.com/cover.png' }],
    benefits: [{ id: 'support' }],
    attachedCustomFields: [{ customFieldId: 'company', required: true }],
    metadata: { plan: 'team' },
  }),
)

const before = formOf(kept)

describe('of a product that is edited', () => {
  test('nothing is sent where nothing is changed', () => {
    expect(productChanges(kept, before)).toEqual({})
  })

  test('only what is changed is sent', () => {
    expect(productChanges(kept, { ...before, name: ' Pro plan ' })).toEqual({ name: 'Pro plan' })
    expect(productChanges(kept, { ...before, medias: [] })).toEqual({ medias: [] })
    expect(productChanges(kept, { ...before, metadata: [] })).toEqual({ metadata: {} })
    const [field] = before.fields
    const fields = before.fields.map((one) => ({ ...one, required: false }))
    expect(productChanges(kept, { ...before, fields })).toEqual({
      attachedCustomFields: [{ customFieldId: field?.id, required: false }],
    })
  })

  test('prices that stay are named by their ids', () => {
    const standing = { ...before.standing, amount: '39' }
    expect(productChanges(kept, { ...before, standing })).toEqual({
      prices: [{ amountType: 'fixed', priceAmount: 3900 }, { id: 'metered' }],
    })
  })
})

describe('a new product', () => {
  test('is sent as it’s typed', () => {
    const standing = { ...emptyForm.standing, amount: '29.57' }
    expect(newProduct({ ...emptyForm, name: ' Starter ', interval: 'once', standing })).toEqual({
      name: 'Starter',
      description: '',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 2957 }],
      medias: [],
      attachedCustomFields: [],
      metadata: {},
    })
  })

  test('as a copy has all but the name, and prices of its own', () => {
    const copy = copyOf(kept)
    expect(copy).toEqual({ ...before, name: 'Copy of Team plan' })
    expect(newProduct(copy).prices).toEqual([
      { amountType: 'fixed', priceAmount: 2900 },
      { amountType: 'metered_unit', meterId: 'calls', unitAmount: '0.5', capAmount: null },
    ])
    expect(copyOf({ ...kept, name: 'x'.repeat(256) }).name).toHaveLength(256)
  })
})
