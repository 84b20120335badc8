import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const known = ['external_id', 'external_customer_id', 'name', 'email', 'billing_address']

test.each([
  ['externalId', 'external_id'],
  ['customer_external_id', 'external_customer_id'],
  ['nmae', 'name'],
  ['billing_adress', 'billing_address'],
  ['forename', null],
  ['zzzzzz', null],
  ['x'.repeat(10_000), null],
])('%s → %s', (given, nearest) => {
  expect(nearestName(given, known)).toBe(nearest)
})
