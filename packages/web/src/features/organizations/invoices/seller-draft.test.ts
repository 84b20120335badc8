import { expect, test } from 'vitest'
import { mistakesIn } from '#/lib/form-schema.ts'
import { detailsOf, draftOf, type SellerDraft, sellerField, sellerSchema } from './seller-draft.ts'

const address = {
  line1: 'Gasse 1',
  line2: null,
  postalCode: null,
  city: 'Wien',
  state: null,
  country: 'AT',
}
const nothing = { name: null, address: null, taxNumber: null, footer: null }
const acme = { name: 'Acme GmbH', address, taxNumber: 'ATU12345678', footer: 'FN 1234a' }

test('missing values are empty, and an address without a country isn’t sent', () => {
  expect(detailsOf(draftOf(nothing))).toEqual({
    name: '',
    address: null,
    taxNumber: '',
    footer: '',
  })
  expect(detailsOf(draftOf(acme))).toEqual({
    ...acme,
    address: { ...address, line2: '', postalCode: '', state: '' },
  })
})

test('an address requires a country', () => {
  const mistakes = (draft: SellerDraft) => mistakesIn(sellerSchema, draft)
  const message = 'Choose the country of this address.'
  expect(mistakes(draftOf(nothing))).toEqual([])
  expect(mistakes({ ...draftOf(nothing), line2: ' ' })).toEqual([])
  expect(mistakes({ ...draftOf(nothing), state: 'Tirol' })).toEqual([
    { path: ['country'], message },
  ])
  expect(mistakes(draftOf(acme))).toEqual([])
})

test('a fault belongs to its field', () => {
  expect(sellerField(['address', 'postal_code'])).toBe('postalCode')
  expect(sellerField(['address', 'country'])).toBe('country')
  expect(sellerField(['tax_number'])).toBe('taxNumber')
  expect(sellerField(['more'])).toBeNull()
})
