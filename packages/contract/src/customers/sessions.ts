import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { laterCustomerSession } from '../billing/later-clients.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { Customer, customerId, externalId } from './shapes.ts'

const ofSessions = {
  ...forSellers,
  tag: 'Customer sessions',
  may: 'customer_sessions:write',
} as const

const CustomerSession = z.object({
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: id('customerSession'),
  token: z.string(),
  expiresAt: instant,
  customerPortalUrl: z.string(),
  customerId,
  customer: Customer,
  ...laterCustomerSession,
})

const whose = z
  .object({
    organizationId: z.nullish(organizationId),
    customerId: z.nullish(customerId),
    customerExternalId: z.nullish(externalId),
    /** The newer name of the same field. */
    externalCustomerId: z.nullish(externalId),
  })
  .check(
    z.refine(
      ({ customerId, customerExternalId, externalCustomerId }) =>
        [customerId, customerExternalId, externalCustomerId].filter((one) => one != null).length ===
        1,
      {
        error: 'Specify the customer once, by customer_id or by customer_external_id',
        path: ['customerId'],
      },
    ),
  )
  .register(
    z.globalRegistry,
    requiresAny(['customerId'], ['customerExternalId'], ['externalCustomerId']),
  )

export const createCustomerSession = operation({
  ...ofSessions,
  name: 'createCustomerSession',
  method: 'POST',
  path: '/v1/customer-sessions/',
  summary: 'Create a customer session',
  description:
    'Gives a customer access to the portal for an hour. Only this response contains the token.',
  body: whose,
  returns: CustomerSession,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, 'customer_unknown'],
})

export const endCustomerSessions = operation({
  ...ofSessions,
  name: 'endCustomerSessions',
  method: 'DELETE',
  path: '/v1/customers/:id/sessions',
  summary: 'End all sessions of a customer',
  description:
    'Everyone who is signed in to the portal as the customer has to sign in again, with a new link ' +
    'or a code by mail.',
  params: z.object({ id: customerId }),
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
