import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, minorUnits } from '../primitives.ts'

const customersMax = 100

/** Amounts are with tax. */
export const CustomerSpend = z.object({
  customerId,
  currency,
  /** Orders that were paid, those refunded since included. */
  paidOrders: z.int(),
  /** What these orders came to. Orders below zero count against it. */
  paidAmount: minorUnits,
  refundedAmount: minorUnits,
  /** What banks took back, until they decide for the seller. */
  disputedAmount: minorUnits,
  /** What is left of it: paid, less refunded and disputed. */
  spentAmount: minorUnits,
})
export type CustomerSpend = z.output<typeof CustomerSpend>

export const listCustomerSpend = operation({
  ...forSellers,
  tag: 'Customers',
  name: 'listCustomerSpend',
  reads: 'replica',
  method: 'GET',
  path: '/v1/customer-spend/',
  summary: 'List what customers have spent',
  description:
    'One for each of the customers and each currency in which they paid an order, sorted by both. ' +
    'What the balance of a customer paid counts as paid.',
  may: 'orders:read',
  query: z.object({
    organizationId: anyOf(organizationId),
    customerId: z.array(customerId).check(z.minLength(1), z.maxLength(customersMax)),
  }),
  returns: z.object({ items: z.array(CustomerSpend) }),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})
