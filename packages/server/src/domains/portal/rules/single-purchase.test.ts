import { expect, it } from 'vitest'
import { mayGetInvoice, missingCode } from './single-purchase.ts'

const everything = { checkoutId: null }
const purchase = { checkoutId: 'bought' }

it('only a caller who sees everything learns that something does not exist', () => {
  expect(missingCode(everything)).toBe('not_found')
  expect(missingCode(purchase)).toBe('customer_email_unproved')
})

it.each([
  [everything, 'bought', 'Ada', true],
  [everything, null, null, true],
  [purchase, 'bought', 'Ada', true],
  [purchase, 'bought', null, false],
  [purchase, 'other', 'Ada', false],
  [purchase, null, 'Ada', false],
])('%j gets the invoice of checkout %s for %s: %s', (viewer, checkoutId, billingName, may) => {
  expect(mayGetInvoice(viewer, { checkoutId, billingName })).toBe(may)
})
