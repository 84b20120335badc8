import { Customer } from '@guildhall/contract/customers/shapes'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mistakesIn } from '#/lib/form-schema.ts'
import {
  type CustomerDraft,
  customerChanges,
  customerField,
  customerOf,
  draftOf,
} from './customer-draft.ts'
import { customerSchema } from './customer-schema.ts'

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
const before = draftOf(ann)
const typed = (changes: Partial<CustomerDraft>) => ({ ...before, ...changes })

test('unknown values are empty, and empty values are not sent', () => {
  expect(customerOf({ ...draftOf(null), email: ' ann@example.com ' })).toEqual({
    email: 'ann@example.com',
    name: null,
    billingAddress: null,
    taxId: null,
    metadata: {},
  })
})

describe('only changes are sent', () => {
  const typedAddress = { ...address, line2: '', state: '' }

  test.each<[Partial<CustomerDraft>, object]>([
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

  test('except an external id that is already set', () => {
    const without = { ...before, externalId: '' }
    expect(customerChanges(without, before)).toEqual({ externalId: 'erp/42' })
  })
})

const mistakesOf = (draft: CustomerDraft) =>
  mistakesIn(customerSchema, draft).map(({ path, message }) => `${path.join('.')}: ${message}`)

test.each([typed({}), typed({ taxNumber: '', taxFormat: null })])('no error %#', (draft) => {
  expect(mistakesOf(draft)).toEqual([])
})

test.each([
  [typed({ country: null }), 'country: Choose the country'],
  [typed({ taxNumber: ' ' }), 'taxNumber: Enter a number'],
  [typed({ taxFormat: null }), 'taxFormat: Choose a tax ID type'],
  [typed({ email: '' }), 'email: Enter the customer’s email'],
  [typed({ email: 'ada' }), 'email: This isn’t an email address'],
])('error %#: %s', (draft, expected) => {
  expect(mistakesOf(draft)).toEqual([expect.stringContaining(expected)])
})

test.each([
  [['billing_address', 'city'], 'city'],
  [['billing_address', 'country'], 'country'],
  [['tax_id', 1], 'taxFormat'],
  [['tax_id', 0], 'taxNumber'],
  [['metadata', 'plan'], 'metadata'],
  [['organization_id'], null],
])('a fault at %j belongs to %j', (path, field) => {
  expect(customerField(path)).toBe(field)
})
