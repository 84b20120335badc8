import { expect, test } from 'vitest'
import { proposedBy } from './prefill.ts'
import type { Checkout } from './wire.ts'

/** The parts of a checkout that prefilling depends on. */
function checkoutWith(facts: object): Checkout {
  const fields = [
    { customField: { slug: 'company', type: 'text' } },
    { customField: { slug: 'seats', type: 'number' } },
    { customField: { slug: 'terms', type: 'checkbox' } },
  ]
  const made = {
    customerId: null,
    customerEmail: null,
    customerName: null,
    discount: null,
    allowDiscountCodes: true,
    attachedCustomFields: fields,
    customFieldData: {},
    ...facts,
  }
  return JSON.parse(JSON.stringify(made))
}

test.each([
  ['', {}, {}],
  ['?embed=true&theme=dark&utm_source=x', {}, {}],
  [
    '?customer_email=a%40b.de&customer_name=Ada',
    {},
    { customer_email: 'a@b.de', customer_name: 'Ada' },
  ],
  ['?customer_email=a%40b.de', { customerEmail: 'known@b.de' }, {}],
  ['?customer_email=a%40b.de', { customerId: 'known' }, {}],
  ['?discount_code=SPRING', {}, { discount_code: 'SPRING' }],
  ['?discount_code=SPRING', { allowDiscountCodes: false }, {}],
  ['?discount_code=SPRING', { discount: { id: 'd' } }, {}],
  ['?amount=1250', {}, { amount: 1250 }],
  ['?amount=12.5', {}, {}],
  ['?amount=', {}, {}],
  ['?product_id=p', {}, { product_id: 'p' }],
  [
    '?custom_field_data.company=Acme&custom_field_data.seats=3&custom_field_data.terms=true',
    {},
    { custom_field_data: { company: 'Acme', seats: 3, terms: true } },
  ],
  ['?custom_field_data.other=x', {}, {}],
  [
    '?custom_field_data.company=Acme&custom_field_data.seats=3',
    { customFieldData: { company: 'Known' } },
    { custom_field_data: { company: 'Known', seats: 3 } },
  ],
])('%s of a checkout with %j proposes %j', (search, facts, proposed) => {
  expect(proposedBy(search, checkoutWith(facts))).toEqual(proposed)
})
