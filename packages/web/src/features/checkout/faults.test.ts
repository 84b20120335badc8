import { expect, test } from 'vitest'
import { Refused } from '#/lib/request.ts'
import { faultsOf } from './faults.ts'

const refused = (...fields: readonly [path: (string | number)[], message: string][]) =>
  new Refused(
    422,
    {
      code: 'RequestValidationError',
      message: 'No',
      fields: fields.map(([path, message]) => ({ path, message })),
    },
    null,
  )

test.each([
  [['customer_email'], 'Field required', { email: 'Enter your email address.' }],
  [['customer_tax_id'], 'This is no tax id of Sweden', { taxId: 'This is no tax id of Sweden.' }],
  [
    ['customer_billing_address', 'state'],
    'Field required',
    { state: 'Choose a state or province.' },
  ],
  [['customer_billing_address'], 'Not whole', { country: 'Not whole.' }],
  [
    ['custom_field_data', 'company'],
    'Field required',
    { 'answers.company': 'This field is required.' },
  ],
  [['discount_code'], 'Used up', { discount: 'Used up.' }],
  [['product_id'], 'Not sold', { whole: 'Not sold.' }],
])('a fault at %j, %s', (path, message, faults) => {
  expect(faultsOf(refused([path, message]))).toEqual(faults)
})

test('the first fault of a field counts, and those without a field concern the form', () => {
  expect(faultsOf(refused([['amount'], 'First'], [['amount'], 'Second']))).toEqual({
    amount: 'First.',
  })
  expect(faultsOf(refused())).toEqual({ whole: 'No.' })
})
