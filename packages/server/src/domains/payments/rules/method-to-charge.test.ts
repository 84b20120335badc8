import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { methodToCharge } from './method-to-charge.ts'

const customerId = newId('customer')
const purchase = newId('checkout')
const method = (checkoutId: Id<'checkout'> | null, of = customerId) => ({
  id: newId('paymentMethod'),
  customerId: of,
  checkoutId,
})
const own = method(null)
const preferred = method(null)
const entered = method(purchase)
const foreign = method(null, newId('customer'))

describe('what is charged', () => {
  it.each([
    ['a named card of the customer', null, own, own],
    ['the default, where none is named', null, undefined, preferred],
    ['the default, where the named card serves a purchase alone', null, entered, preferred],
    ['the default, where the named card is another customer’s', null, foreign, preferred],
    ['the card of the purchase', purchase, entered, entered],
    ['nothing, where the purchase names a card of the customer', purchase, own, null],
    ['nothing, where the purchase names none', purchase, undefined, null],
    ['nothing, where the card is of another purchase', newId('checkout'), entered, null],
  ])('is %s', (_name, purchaseId, named, expected) => {
    const request = { customerId, paymentMethodId: named?.id ?? null, purchaseId }
    expect(methodToCharge(request, { named, default: preferred })).toBe(expected)
  })
})
