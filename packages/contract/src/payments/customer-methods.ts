import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import { cardMethod, genericMethod } from './method-shapes.ts'

/** The checkout of a typed address, whose purchase alone is charged to it until the customer accepts it. */
const boundTo = { checkoutId: z.nullable(id('checkout')) }

export const CustomerMethod = z.union([
  z.object({ ...cardMethod, ...boundTo }),
  z.object({ ...genericMethod, ...boundTo }),
])
export type CustomerMethod = z.output<typeof CustomerMethod>

export const listCustomerPaymentMethods = operation({
  ...forSellers,
  tag: 'Customers',
  name: 'listCustomerPaymentMethods',
  method: 'GET',
  path: '/v1/customers/:id/payment-methods',
  summary: 'List the payment methods of a customer',
  description:
    'What is stored of a card is its brand, its last four digits, its expiry and its wallet. Only customers add, ' +
    'choose and remove payment methods, in the portal. With a `checkout_id`, only the purchase of that checkout ' +
    'is charged to it.',
  may: 'payments:read',
  params: z.object({ id: customerId }),
  query: z.object({ ...listing(['created_at'], ['created_at']) }),
  returns: listOf(CustomerMethod),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
