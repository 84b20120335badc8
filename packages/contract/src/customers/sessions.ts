import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'
import { Customer, customerId, externalId } from './shapes.ts'

const CustomerSession = z.object({
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: id('customerSession'),
  token: z.string(),
  expiresAt: instant,
  customerPortalUrl: z.string(),
  customerId,
  customer: Customer,
})

const whose = z
  .object({
    organizationId: z.nullish(organizationId),
    customerId: z.nullish(customerId),
    customerExternalId: z.nullish(externalId),
    /** The same under its newer name. */
    externalCustomerId: z.nullish(externalId),
  })
  .check(
    z.refine(
      ({ customerId, customerExternalId, externalCustomerId }) =>
        [customerId, customerExternalId, externalCustomerId].filter((one) => one != null).length ===
        1,
      {
        error: 'Name the customer once, by customer_id or by customer_external_id',
        path: ['customerId'],
      },
    ),
  )

export const createCustomerSession = endpoint({
  ...forSellers,
  tag: 'Customer sessions',
  name: 'createCustomerSession',
  method: 'POST',
  path: '/v1/customer-sessions/',
  summary: 'Create a customer session',
  description:
    'Lets a customer into the portal for an hour. The answer holds the token itself, this once.',
  may: 'customer_sessions:write',
  body: whose,
  returns: CustomerSession,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, 'customer_unknown'],
})
