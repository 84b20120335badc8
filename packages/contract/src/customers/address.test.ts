import { expect, it } from 'vitest'
import { missingForTax } from './address.ts'

const inPlace = (
  country: string,
  state: string | null = null,
  postalCode: string | null = null,
) => ({
  country,
  state,
  postalCode,
})

it.each([
  ['no address', null, 'country'],
  ['a country', inPlace('DE'), null],
  ['a country whose states have their own taxes', inPlace('US'), 'state'],
  ['a state that does not exist', inPlace('US', 'ZZ'), 'state'],
  ['a state', inPlace('US', 'US-NY'), null],
  ['a state from before states were stored alike', inPlace('US', 'ny'), null],
  ['a province', inPlace('CA', 'CA-QC'), null],
] as const)('%s', (_title, address, missing) => {
  expect(missingForTax(address, { byPostalCode: false })).toBe(missing)
})

it.each([
  ['a state', inPlace('US', 'US-NY'), 'postalCode'],
  ['a state and a postal code', inPlace('US', 'US-NY', '10001'), null],
  ['a province', inPlace('CA', 'CA-QC'), null],
] as const)('%s, where buyers are located by postal code', (_title, address, missing) => {
  expect(missingForTax(address, { byPostalCode: true })).toBe(missing)
})
