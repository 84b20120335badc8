import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { pageLimit } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { instant } from '../primitives.ts'
import { customerId } from './shapes.ts'

const entriesByDefault = 20

const scalar = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

const TimelineChange = z.object({
  /** The name in the API, such as `billing_address.city`. */
  field: z.string(),
  /** A label, such as “Billing address, city”. */
  label: z.string(),
  /** As people read it: an amount with its currency, a product by its name. */
  before: scalar,
  after: scalar,
})

/**
 * A member, one of the seller’s backends with its token, the customer, or an operator of this
 * server.
 */
export const timelineActorTypes = [
  'user',
  'organization_access_token',
  'customer',
  'operator',
] as const

export const TimelineEntry = z.object({
  id: z.string(),
  timestamp: instant,
  /** The name of the event, such as `customer.updated`. */
  type: z.string(),
  /** A label. */
  title: z.string(),
  /** Empty if nothing changed or the previous version is unknown. */
  changes: z.array(TimelineChange),
  /** Null for jobs, and if the actor was not recorded. */
  actor: z.nullable(
    z.object({
      type: z.enum(timelineActorTypes),
      id: z.string(),
      /** Null for the customer, for operators and for deleted actors. */
      name: z.nullable(z.string()),
    }),
  ),
  /** The changed object. */
  object: z.object({ type: z.string(), id: z.string() }),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

export const listCustomerTimeline = operation({
  ...forSellers,
  tag: 'Customers',
  name: 'listCustomerTimeline',
  reads: 'replica',
  method: 'GET',
  path: '/v1/customers/:id/timeline',
  summary: 'List the timeline of a customer',
  description: 'The newest first. New entries don’t shift the pages that `next_cursor` leads to.',
  may: 'customers:read',
  params: z.object({ id: customerId }),
  query: z.object({
    limit: pageLimit(entriesByDefault),
    /** The `next_cursor` of the previous page. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Not a cursor of this list'))),
  }),
  returns: z.object({
    items: z.array(TimelineEntry),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
