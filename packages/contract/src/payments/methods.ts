import * as z from 'zod/mini'
import { listing, listOf } from '../billing/listing.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { endpoint } from '../endpoint.ts'
import { MethodSetUp, methodSetUpId, PaymentMethod, paymentMethodId } from './method-shapes.ts'

const tokenLengthMax = 5000
const urlLengthMax = 2083

const ofMethods = { ...forCustomers, tag: 'Customer portal' } as const
const path = '/v1/customer-portal/customers/me/payment-methods'
const ofOne = z.object({ id: paymentMethodId })

const newMethod = z.object({
  confirmationTokenId: z.string().check(z.maxLength(tokenLengthMax)),
  setDefault: z.boolean(),
  /** Where the customer’s bank sends the browser back to. */
  returnUrl: z.url({ protocol: /^https?$/ }).check(z.maxLength(urlLengthMax)),
})

export const listPaymentMethods = endpoint({
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

export const addPaymentMethod = endpoint({
  ...ofMethods,
  name: 'addPaymentMethod',
  method: 'POST',
  path,
  summary: 'Add a payment method',
  description:
    'Keeps a card for later without charging it. Where the bank wants to hear from the customer ' +
    'first, nothing is added: begin a set-up then.',
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

export const beginMethodSetUp = endpoint({
  ...ofMethods,
  name: 'beginMethodSetUp',
  method: 'POST',
  path: `${path}/set-ups`,
  summary: 'Begin to add a payment method',
  description:
    'As adding one, but for cards of which the bank may want to hear from the customer first: the ' +
    'answer has a client secret then, with which the customer’s browser asks the bank.',
  body: newMethod,
  returns: MethodSetUp,
  status: 201,
  refuses: [...sessionRefusals, 'payment_method_token_invalid'],
})

export const confirmMethodSetUp = endpoint({
  ...ofMethods,
  name: 'confirmMethodSetUp',
  method: 'POST',
  path: `${path}/set-ups/:id/confirm`,
  summary: 'Find out what came of a set-up',
  description: 'After the customer has answered their bank: how it stands now.',
  params: z.object({ id: methodSetUpId }),
  returns: MethodSetUp,
  status: 200,
  // What is asked for is how it stands; a repetition may find it further.
  idempotent: false,
  refuses: [...sessionRefusals, 'not_found'],
})

export const makeMethodDefault = endpoint({
  ...ofMethods,
  name: 'makeMethodDefault',
  method: 'POST',
  path: `${path}/:id/default`,
  summary: 'Make a payment method the default',
  description:
    'It is charged for all that names no other. What is overdue is tried with it at once.',
  params: ofOne,
  returns: PaymentMethod,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

export const deletePaymentMethod = endpoint({
  ...ofMethods,
  name: 'deletePaymentMethod',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a payment method',
  description:
    'What is charged to it is charged to another method of the customer from then on. Where there ' +
    'is none, it stays.',
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...sessionRefusals, 'not_found', 'payment_method_in_use'],
})
