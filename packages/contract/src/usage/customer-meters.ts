import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { Customer, customerId, externalId } from '../customers/shapes.ts'
import { Meter, meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'

export const customerMeterId = id('customerMeter')

/** What a customer used of a meter in the periods that last, and what is left of their credits. */
export const CustomerMeter = z.object({
  id: customerMeterId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  customerId,
  meterId,
  consumedUnits: z.number(),
  creditedUnits: z.int(),
  balance: z.number(),
  customer: Customer,
  meter: Meter,
})
export type CustomerMeter = z.output<typeof CustomerMeter>

const readsCustomerMeters = {
  ...forSellers,
  tag: 'Customer meters',
  method: 'GET',
  may: 'customer_meters:read',
  status: 200,
} as const

export const listCustomerMeters = operation({
  ...readsCustomerMeters,
  name: 'listCustomerMeters',
  path: '/v1/customer-meters/',
  summary: 'List customer meters',
  query: z.object({
    ...listing(
      [
        'created_at',
        'modified_at',
        'customer_id',
        'customer_name',
        'meter_id',
        'meter_name',
        'consumed_units',
        'credited_units',
        'balance',
      ],
      ['-modified_at'],
    ),
    organizationId: anyOf(organizationId),
    customerId: anyOf(customerId),
    externalCustomerId: anyOf(externalId),
    meterId: anyOf(meterId),
  }),
  returns: listOf(CustomerMeter),
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const getCustomerMeter = operation({
  ...readsCustomerMeters,
  name: 'getCustomerMeter',
  path: '/v1/customer-meters/:id',
  summary: 'Get a customer meter',
  params: z.object({ id: customerMeterId }),
  returns: CustomerMeter,
  refuses: [...callRefusals, 'not_found'],
})
