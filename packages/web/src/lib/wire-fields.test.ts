import { expect, test } from 'vitest'
import { wireFields } from './wire-fields.ts'

const fieldOf = wireFields<{ city: string; pairs: string; taxNumber: string }>({
  'billing_address.city': 'city',
  metadata: 'pairs',
  tax_id: 'taxNumber',
})

test.each([
  [['billing_address', 'city'], 'city'],
  [['billing_address'], null],
  [['metadata', 'a.b'], 'pairs'],
  [['tax_id', 1], 'taxNumber'],
  [['name'], null],
  [[], null],
])('a fault at %j belongs to %j', (path, field) => {
  expect(fieldOf(path)).toBe(field)
})
