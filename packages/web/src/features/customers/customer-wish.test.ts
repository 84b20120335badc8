import { Customer } from '@guildhall/contract/customers/shapes'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  type CustomerWish,
  countryMistake,
  customerChanges,
  customerField,
  customerOf,
  taxFormatMistake,
  taxNumberMistake,
  wishOf,
} from './customer-wish.ts'

const id = '0190f2a0-0000-7000-8000-000000000000'
const address = {
  line1: 'Münsterplatz 1',
  line2: null,
  postalCode: '89073',
  city: 'Ulm',
  state: null,
  country: 'DE',
}
const ann = z.decode(Customer, {
  id,
  createdAt: '2027-03-14T15:09:26Z',
  modifiedAt: null,
  metadata: { plan: 'pro', seats: 5 },
  externalId: 'erp/42',
  email: 'ann@example.com',
  emailVerified: false,
  name: 'Ann',
  billingAddress: address,
  taxId: ['DE123456789', 'eu_vat'],
  organizationId: id,
  deletedAt: null,
  avatarUrl: 'https://pictures.example/ann',
})
const before = wishOf(ann)
const typed = (changes: Partial<CustomerWish>) => ({ ...before, ...changes })

test('what nobody knows is empty, and what is empty says nothing', () => {
  expect(customerOf({ ...wishOf(null), email: ' ann@example.com ' })).toEqual({
    email: 'ann@example.com',
    name: null,
    billingAddress: null,
    taxId: null,
    metadata: {},
  })
})

describe('only what was changed is sent', () => {
  const typedAddress = { ...address, line2: '', state: '' }

  test.each<[Partial<CustomerWish>, object]>([
    [{}, {}],
    [{ name: ' Ann ' }, {}],
    [{ name: ' ' }, { name: null }],
    [{ email: 'ann@b.com' }, { email: 'ann@b.com' }],
    [{ city: 'Bonn' }, { billingAddress: { ...typedAddress, city: 'Bonn' } }],
    [{ country: null }, { billingAddress: null }],
    [{ taxNumber: '', taxFormat: null }, { taxId: null }],
    [{ taxNumber: 'DE1' }, { taxId: ['DE1', 'eu_vat'] }],
    [{ metadata: [] }, { metadata: {} }],
  ])('%j', (changes, expected) => {
    expect(customerChanges(before, typed(changes))).toEqual(expected)
  })

  test('an external id, once there is one', () => {
    const without = { ...before, externalId: '' }
    expect(customerChanges(without, before)).toEqual({ externalId: 'erp/42' })
  })
})

test.each([
  countryMistake(typed({})),
  countryMistake(wishOf(null)),
  taxFormatMistake(typed({ taxNumber: '', taxFormat: null })),
])('no mistake %#', (mistake) => {
  expect(mistake).toBeNull()
})

test.each([
  [countryMistake(typed({ country: null })), 'country'],
  [taxNumberMistake(typed({ taxNumber: ' ' })), 'number'],
  [taxFormatMistake(typed({ taxFormat: null })), 'kind'],
])('mistake %#: %j', (mistake, word) => {
  expect(mistake).toContain(word)
})

test.each([
  [['billing_address', 'city'], 'city'],
  [['billing_address', 'country'], 'country'],
  [['tax_id', 1], 'taxFormat'],
  [['tax_id', 0], 'taxNumber'],
  [['metadata', 'plan'], 'metadata'],
  [['organization_id'], null],
])('a fault at %j is about %j', (path, field) => {
  expect(customerField(path)).toBe(field)
})
