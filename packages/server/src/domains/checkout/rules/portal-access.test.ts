import { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import { customerId } from '@guildhall/contract/customers/shapes'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { purchaseToShow } from './portal-access.ts'

const id = z.parse(checkoutId, '0191f7a0-0000-7000-8000-000000000001')
const ada = z.parse(customerId, '0191f7a0-0000-7000-8000-00000000000a')
const bob = z.parse(customerId, '0191f7a0-0000-7000-8000-00000000000b')

it.each([
  ['the seller named', true, null, null],
  ['the seller named, after an attempt for another', true, bob, null],
  ['was created for the typed address', false, ada, id],
  ['was known by the typed address', false, null, id],
  ['was created under the id that the seller named', true, ada, id],
])('of a customer that %s', (_who, isCustomerGiven, createdCustomerId, shown) => {
  const purchase = { id, customerId: ada, isCustomerGiven, createdCustomerId }
  expect(purchaseToShow(purchase)).toBe(shown)
})
