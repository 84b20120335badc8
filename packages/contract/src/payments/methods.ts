import * as z from 'zod/mini'
import { listing, listOf } from '../billing/listing.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { operation } from '../operation.ts'
import { MethodSetUp, methodSetUpId, PaymentMethod, paymentMethodId } from './method-shapes.ts'

const tokenLengthMax = 5000
const urlLengthMax = 2083

const ofMethods = { ...forCustomers, tag: 'Customer portal' } as const
const path = '/v1/customer-portal/customers/me/payment-methods'
const ofOne = z.object({ id: paymentMethodId })

const newMethod = z.object({
  confirmationTokenId: z.string().check(z.maxLength(tokenLengthMax)),
  setDefault: z.boolean(),
  /** Where the customer’s bank redirects to. */
  returnUrl: z.url({ protocol: /^https?$/ }).check(z.maxLength(urlLengthMax)),
})

export const listPaymentMethods = operation({
  ...ofMethods,
  name: 'listPaymentMethods',
  method: 'GET',
  path,
  summary: 'List the payment methods of a customer',
  query: z.object({ ...listing(['created_at'], ['created_at']) }),
  returns: listOf(PaymentMethod),
  status: 200,
  refuses: sessionRefusals,
})

export const addPaymentMethod = operation({
  ...ofMethods,
  name: 'addPaymentMethod',
  method: 'POST',
  path,
  summary: 'Add a payment method',
  description:
    'Stores a card for later. If it becomes the default, overdue payments of the customer are ' +
    'charged to it immediately: show them before, with `…/customers/me/overdue-payments`. Nothing is added if the bank requires the ' +
    'customer to authenticate: start a set-up then.',
  body: newMethod,
  returns: PaymentMethod,
  status: 201,
  refuses: [
    ...sessionRefusals,
    'payment_method_token_invalid',
    'payment_method_declined',
    'payment_method_unconfirmed',
    'payment_processor_away',
  ],
})

export const beginMethodSetUp = operation({
  ...ofMethods,
  name: 'beginMethodSetUp',
  method: 'POST',
  path: `${path}/set-ups`,
  summary: 'Start a set-up of a payment method',
  description:
    'Adds a method whose bank may require the customer to authenticate: the response then has a ' +
    'client secret for the customer’s browser. If the method becomes the default, overdue payments ' +
    'of the customer are charged to it immediately.',
  body: newMethod,
  returns: MethodSetUp,
  status: 201,
  refuses: [...sessionRefusals, 'payment_method_token_invalid'],
})

export const confirmMethodSetUp = operation({
  ...ofMethods,
  name: 'confirmMethodSetUp',
  method: 'POST',
  path: `${path}/set-ups/:id/confirm`,
  summary: 'Confirm a set-up of a payment method',
  description: 'Returns the state of a set-up after the customer has authenticated.',
  params: z.object({ id: methodSetUpId }),
  returns: MethodSetUp,
  status: 200,
  // It returns the current state, which may differ for a repeated call.
  idempotent: false,
  refuses: [...sessionRefusals, 'not_found'],
})

export const makeMethodDefault = operation({
  ...ofMethods,
  name: 'makeMethodDefault',
  method: 'POST',
  path: `${path}/:id/default`,
  summary: 'Make a payment method the default',
  description:
    'It is charged wherever no other method is named. Overdue payments are charged to it ' +
    'immediately: show them before, with `…/customers/me/overdue-payments`.',
  params: ofOne,
  returns: PaymentMethod,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

export const deletePaymentMethod = operation({
  ...ofMethods,
  name: 'deletePaymentMethod',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a payment method',
  description:
    'Whatever is charged to it switches to another method of the customer; overdue payments wait for ' +
    'their next attempt. Without another one it ' +
    'can’t be deleted while it is needed.',
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...sessionRefusals, 'not_found', 'payment_method_in_use'],
})
