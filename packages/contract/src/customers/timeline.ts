import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { listLimitMax } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { instant } from '../primitives.ts'
import { customerId } from './shapes.ts'

const entriesByDefault = 20

const scalar = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

const TimelineChange = z.object({
  /** On the wire: `billing_address.city`. */
  field: z.string(),
  /** In words: “Billing address, city”. */
  label: z.string(),
  before: scalar,
  after: scalar,
})

/**
 * Who did it: a member, one of the seller’s backends by its token, the customer, or an operator of
 * this server.
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
  /** What happened, in words. */
  title: z.string(),
  /** What is different since; empty where nothing was changed, or nobody knows what it was before. */
  changes: z.array(TimelineChange),
  /** Null where no one did it, or it isn’t recorded who. */
  actor: z.nullable(
    z.object({
      type: z.enum(timelineActorTypes),
      id: z.string(),
      /** Null of the customer, of an operator, and of what is deleted since. */
      name: z.nullable(z.string()),
    }),
  ),
  /** What it happened to. */
  object: z.object({ type: z.string(), id: z.string() }),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

export const listCustomerTimeline = endpoint({
  ...forSellers,
  tag: 'Customers',
  name: 'listCustomerTimeline',
  method: 'GET',
  path: '/v1/customers/:id/timeline',
  summary: 'List what happened to a customer',
  description: 'The newest first. `next_cursor` leads to what is older, and holds its place.',
  may: 'customers:read',
  params: z.object({ id: customerId }),
  query: z.object({
    limit: z._default(
      z.int().check(
        z.minimum(1),
        z.overwrite((asked) => Math.min(asked, listLimitMax)),
      ),
      entriesByDefault,
    ),
    /** The `next_cursor` of the page before. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Is not the cursor of a page'))),
  }),
  returns: z.object({
    items: z.array(TimelineEntry),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
