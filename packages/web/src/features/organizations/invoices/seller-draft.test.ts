import { expect, test } from 'vitest'
import { countryMistake, detailsOf, draftOf, sellerField } from './seller-draft.ts'

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

test('what isn’t there is empty, and an address that has no country isn’t sent', () => {
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

test('a country is asked for as soon as there is something of an address', () => {
  expect(countryMistake(draftOf(nothing))).toBeNull()
  expect(countryMistake({ ...draftOf(nothing), line2: ' ' })).toBeNull()
  expect(countryMistake({ ...draftOf(nothing), state: 'Tirol' })).toMatch(/country/)
  expect(countryMistake(draftOf(acme))).toBeNull()
})

test('a fault stands under its field', () => {
  expect(sellerField(['address', 'postal_code'])).toBe('postalCode')
  expect(sellerField(['address', 'country'])).toBe('country')
  expect(sellerField(['tax_number'])).toBe('taxNumber')
  expect(sellerField(['more'])).toBeNull()
})
