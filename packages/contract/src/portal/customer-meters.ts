import * as z from 'zod/mini'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { Meter, meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { CreditLot } from '../usage/credit-shapes.ts'
import { CustomerMeter, customerMeterId } from '../usage/customer-meters.ts'

const searchLengthMax = 256

const ofPortal = { ...forCustomers, tag: 'Customer portal', method: 'GET', status: 200 } as const

/** Without how the seller measures. */
export const PortalCustomerMeter = z.object({
  ...z.omit(CustomerMeter, { customer: true, meter: true }).shape,
  meter: z.pick(Meter, { id: true, createdAt: true, modifiedAt: true, name: true }),
})
export type PortalCustomerMeter = z.output<typeof PortalCustomerMeter>

export const listPortalCustomerMeters = operation({
  ...ofPortal,
  name: 'listPortalCustomerMeters',
  path: '/v1/customer-portal/meters/',
  summary: 'List the meters of a customer',
  description:
    'What the customer used in the current periods. `query` matches a part of a meter’s name.',
  query: z.object({
    ...listing(
      [
        'created_at',
        'modified_at',
        'meter_id',
        'meter_name',
        'consumed_units',
        'credited_units',
        'balance',
      ],
      ['-modified_at'],
    ),
    meterId: anyOf(meterId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  }),
  returns: listOf(PortalCustomerMeter),
  refuses: sessionRefusals,
})

export const getPortalCustomerMeter = operation({
  ...ofPortal,
  name: 'getPortalCustomerMeter',
  path: '/v1/customer-portal/meters/:id',
  summary: 'Get a meter of a customer',
  params: z.object({ id: customerMeterId }),
  returns: PortalCustomerMeter,
  refuses: [...sessionRefusals, 'not_found'],
})

/** Without what only matters to the seller. */
export const PortalCreditLot = z.omit(CreditLot, {
  customerId: true,
  benefitGrantId: true,
  priority: true,
  closedAt: true,
  closedBy: true,
})
export type PortalCreditLot = z.output<typeof PortalCreditLot>

export const listPortalCredits = operation({
  ...ofPortal,
  name: 'listPortalCredits',
  path: '/v1/customer-portal/meters/:id/credits',
  summary: 'List the credits of a customer',
  description: 'The lots of a meter that may still have something, what expires next first.',
  params: z.object({ id: customerMeterId }),
  query: z.object(listing(['created_at', 'expires_at'], ['expires_at'])),
  returns: listOf(PortalCreditLot),
  refuses: [...sessionRefusals, 'not_found'],
})
