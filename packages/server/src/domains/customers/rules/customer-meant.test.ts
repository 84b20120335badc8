import { customerId } from '@guildhall/contract/customers/shapes'
import { expect, it } from 'vitest'
import { customerMeant } from './customer-meant.ts'

const id = customerId.parse('00000000-0000-7000-8000-000000000000')

it.each([
  [{ customerId: id }, { key: { id }, field: 'customer_id' }],
  [{ customerExternalId: 'a' }, { key: { externalId: 'a' }, field: 'customer_external_id' }],
  [{ externalCustomerId: 'a' }, { key: { externalId: 'a' }, field: 'external_customer_id' }],
  [
    { customerId: null, externalCustomerId: 'a' },
    { key: { externalId: 'a' }, field: 'external_customer_id' },
  ],
])('%j means', (wish, meant) => {
  expect(customerMeant(wish)).toEqual(meant)
})

it('nobody is not asked for', () => {
  expect(() => customerMeant({})).toThrow('one of the three')
})
