import { customerId } from '@guildhall/contract/customers/shapes'
import { expect, it } from 'vitest'
import { resolveCustomer } from './resolve-customer.ts'

const id = customerId.parse('00000000-0000-7000-8000-000000000000')

it.each([
  [{ customerId: id }, { key: { id }, field: 'customer_id' }],
  [{ customerExternalId: 'a' }, { key: { externalId: 'a' }, field: 'customer_external_id' }],
  [{ externalCustomerId: 'a' }, { key: { externalId: 'a' }, field: 'external_customer_id' }],
  [
    { customerId: null, externalCustomerId: 'a' },
    { key: { externalId: 'a' }, field: 'external_customer_id' },
  ],
])('resolves %j', (body, expected) => {
  expect(resolveCustomer(body)).toEqual(expected)
})

it('requires one of the three fields', () => {
  expect(() => resolveCustomer({})).toThrow('one of the three')
})
