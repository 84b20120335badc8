import { customerId } from '@guildhall/contract/customers/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { describe, expect, it } from 'vitest'
import { type CustomerChange, type CustomerUpdate, decideChange } from './customer-change.ts'

const nil = '00000000-0000-7000-8000-000000000000'

const address = {
  line1: 'Münsterplatz 1',
  line2: null,
  postalCode: '89073',
  city: 'Ulm',
  state: null,
  country: 'DE',
}

const ann = {
  id: customerId.parse(nil),
  organizationId: organizationId.parse(nil),
  createdAt: new Date(0),
  modifiedAt: null,
  deletedAt: null,
  avatarUrl: '',
  email: 'Ann@example.com',
  emailVerified: true,
  externalId: 'ann-1',
  name: 'Ann',
  billingAddress: address,
  taxId: ['DE1', 'eu_vat'] satisfies ['DE1', 'eu_vat'],
  metadata: { plan: 'pro', seats: 5 },
}

describe('decideChange', () => {
  it.each<[string, CustomerUpdate, CustomerChange]>([
    ['keeps absent fields', {}, {}],
    ['keeps the email address when it is null', { email: null }, {}],
    [
      'resets the verification of another email address',
      { email: 'bob@example.com' },
      { email: 'bob@example.com', emailVerified: false },
    ],
    [
      'keeps the verification when only the case changes',
      { email: 'ann@Example.com' },
      { email: 'ann@Example.com' },
    ],
    ['ignores the same email address', { email: 'Ann@example.com' }, {}],
    ['changes the name', { name: 'Bob' }, { name: 'Bob' }],
    ['clears the name', { name: null }, { name: null }],
    ['ignores the same name', { name: 'Ann' }, {}],
    ['ignores the same external id', { externalId: 'ann-1' }, {}],
    [
      'changes the billing address',
      { billingAddress: { ...address, city: 'Bonn' } },
      { billingAddress: { ...address, city: 'Bonn' } },
    ],
    ['ignores an equal billing address', { billingAddress: { ...address } }, {}],
    ['clears the billing address', { billingAddress: null }, { billingAddress: null }],
    ['changes the tax id', { taxId: ['DE2', 'eu_vat'] }, { taxId: ['DE2', 'eu_vat'] }],
    ['ignores the same tax id', { taxId: ['DE1', 'eu_vat'] }, {}],
    ['clears the tax id', { taxId: null }, { taxId: null }],
    [
      'replaces the metadata as a whole',
      { metadata: { plan: 'pro' } },
      { metadata: { plan: 'pro' } },
    ],
    [
      'distinguishes numbers and texts in metadata',
      { metadata: { plan: 'pro', seats: '5' } },
      { metadata: { plan: 'pro', seats: '5' } },
    ],
    ['ignores the order of metadata keys', { metadata: { seats: 5, plan: 'pro' } }, {}],
    ['clears the metadata', { metadata: null }, { metadata: {} }],
  ])('%s', (_title, update, change) => {
    expect(decideChange(ann, update)).toEqual(change)
  })

  it('sets an external id that was missing', () => {
    const anonymous = { ...ann, externalId: null }
    expect(decideChange(anonymous, { externalId: 'ann-2' })).toEqual({ externalId: 'ann-2' })
    expect(decideChange(anonymous, { externalId: null })).toEqual({})
  })

  it.each(['ann-2', 'ANN-1', null])('refuses to change an external id to %j', (externalId) => {
    const refusal = {
      refused: 'customer_external_id_fixed',
      details: { loc: ['body', 'external_id'] },
    }
    expect(decideChange(ann, { name: 'Bob', externalId })).toEqual(refusal)
  })
})
