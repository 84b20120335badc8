import { id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { entryActor, entryTitle } from './balance-entry-text.ts'

const uuid = '018f3a64-0000-7000-8000-000000000000'
const orderId = id('order').parse(uuid)
const checkoutId = id('checkout').parse(uuid)

const entry = (facts: object) =>
  JSON.parse(JSON.stringify({ orderId: null, checkoutId: null, ...facts }))

test.each([
  [{ type: 'used', orderId }, 'Paid with credit'],
  [{ type: 'used', orderId, checkoutId }, 'Paid with credit'],
  [{ type: 'used', checkoutId }, 'Reserved by a checkout'],
  [{ type: 'returned', checkoutId }, 'Credit returned'],
  [{ type: 'adjusted' }, 'Adjusted'],
])('%j is titled %s', (facts, title) => {
  expect(entryTitle(entry(facts))).toBe(title)
})

test.each([
  [null, null],
  [{ type: 'user', id: uuid, name: 'Ada' }, 'Ada'],
  [{ type: 'user', id: uuid, name: null }, 'a former member'],
  [{ type: 'organization_access_token', id: uuid, name: null }, 'an access token'],
])('the actor %j is %s', (actor, text) => {
  expect(entryActor({ actor })).toBe(text)
})
