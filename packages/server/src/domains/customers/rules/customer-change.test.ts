import { customerId } from '@guildhall/contract/customers/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { describe, expect, it } from 'vitest'
import { type CustomerChange, type CustomerWish, decideChange } from './customer-change.ts'

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

describe('a change', () => {
  it.each<[string, CustomerWish, CustomerChange]>([
    ['of nothing', {}, {}],
    ['of what may not be empty to nothing', { email: null }, {}],
    [
      'of the address',
      { email: 'bob@example.com' },
      { email: 'bob@example.com', emailVerified: false },
    ],
    ['of its spelling', { email: 'ann@Example.com' }, { email: 'ann@Example.com' }],
    ['to the same address', { email: 'Ann@example.com' }, {}],
    ['of the name', { name: 'Bob' }, { name: 'Bob' }],
    ['to no name', { name: null }, { name: null }],
    ['to the same name', { name: 'Ann' }, {}],
    ['to the same external id', { externalId: 'ann-1' }, {}],
    [
      'to another city',
      { billingAddress: { ...address, city: 'Bonn' } },
      { billingAddress: { ...address, city: 'Bonn' } },
    ],
    ['to the same place', { billingAddress: { ...address } }, {}],
    ['to no place', { billingAddress: null }, { billingAddress: null }],
    ['to another tax id', { taxId: ['DE2', 'eu_vat'] }, { taxId: ['DE2', 'eu_vat'] }],
    ['to the same tax id', { taxId: ['DE1', 'eu_vat'] }, {}],
    ['to no tax id', { taxId: null }, { taxId: null }],
    ['of the metadata as a whole', { metadata: { plan: 'pro' } }, { metadata: { plan: 'pro' } }],
    [
      'of a value’s kind',
      { metadata: { plan: 'pro', seats: '5' } },
      { metadata: { plan: 'pro', seats: '5' } },
    ],
    ['to the same metadata', { metadata: { seats: 5, plan: 'pro' } }, {}],
    ['to no metadata', { metadata: null }, { metadata: {} }],
  ])('%s', (_what, wish, change) => {
    expect(decideChange(ann, wish)).toEqual(change)
  })

  it('sets an external id where there is none', () => {
    const nobody = { ...ann, externalId: null }
    expect(decideChange(nobody, { externalId: 'ann-2' })).toEqual({ externalId: 'ann-2' })
    expect(decideChange(nobody, { externalId: null })).toEqual({})
  })

  it.each(['ann-2', 'ANN-1', null])('never takes an external id away for %j', (externalId) => {
    const refusal = {
      refused: 'customer_external_id_fixed',
      details: { loc: ['body', 'external_id'] },
    }
    expect(decideChange(ann, { name: 'Bob', externalId })).toEqual(refusal)
  })
})
