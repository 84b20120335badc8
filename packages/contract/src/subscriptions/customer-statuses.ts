import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'

const customersMax = 100

/**
 * Of several subscriptions, the first status in this order counts: what the seller has to see to,
 * then what renews, then what was. `one_time` is an order that was paid without a subscription.
 */
export const customerStatuses = [
  'past_due',
  'unpaid',
  'active',
  'trialing',
  'canceled',
  'one_time',
  'none',
] as const
export type CustomerStatus = (typeof customerStatuses)[number]

const StatusOfCustomer = z.object({ customerId, status: z.enum(customerStatuses) })

export const listCustomerStatuses = operation({
  ...forSellers,
  tag: 'Customers',
  name: 'listCustomerStatuses',
  reads: 'replica',
  method: 'GET',
  path: '/v1/customer-statuses/',
  summary: 'List the statuses of customers',
  description:
    'One for each of the customers, sorted by id. Of several subscriptions, the most urgent status ' +
    'counts; subscriptions whose first payment is missing don’t count.',
  may: 'customers:read',
  query: z.object({
    organizationId: anyOf(organizationId),
    customerId: z.array(customerId).check(z.minLength(1), z.maxLength(customersMax)),
  }),
  returns: z.object({ items: z.array(StatusOfCustomer) }),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})
