import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { type Upgrade, upgradeRefusal } from './upgrade.ts'

const customerId = newId('customer')
const free = { customerId, isOpen: true, isFree: true }
const club = { isRecurring: true, loc: ['body', 'products', 0] }
const book = { isRecurring: false, loc: ['body', 'products', 1] }

const good: Upgrade = { subscription: free, customerId: null, offered: [club] }

test.each<[string, Partial<Upgrade>]>([
  ['of a free subscription', {}],
  ['for the customer that the seller named', { customerId }],
])('an upgrade is possible %s', (_what, change) => {
  expect(upgradeRefusal({ ...good, ...change })).toBeNull()
})

const other = newId('customer')
const paid = { ...free, isFree: false }

test.each<[string, Partial<Upgrade>]>([
  ['checkout_subscription_unknown', { subscription: null, customerId: other, offered: [book] }],
  ['checkout_subscription_unknown', { subscription: { ...paid, isOpen: false } }],
  ['checkout_subscription_paid', { subscription: paid, customerId: other, offered: [book] }],
  ['checkout_subscription_of_another', { customerId: other, offered: [club, book] }],
  ['checkout_product_once', { offered: [club, book] }],
])('an upgrade is refused with %s', (refused, change) => {
  expect(upgradeRefusal({ ...good, ...change })).toMatchObject({ refused })
})

test('the refusal names the one-time product', () => {
  expect(upgradeRefusal({ ...good, offered: [club, book] })).toMatchObject({
    details: { loc: book.loc },
  })
})
