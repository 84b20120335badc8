import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, pageLimit } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, instant } from '../primitives.ts'
import { cancellationReasons, subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { timeZone } from '../time-zone.ts'
import { bothDays, date } from './day-range.ts'
import { movementKinds } from './movement-kinds.ts'

/** Of the export of movements, in their usual order. */
export const movementExportColumns = [
  'id',
  'occurred_at',
  'kind',
  'currency',
  'amount',
  'billing_amount',
  'trial_amount',
  'committed_amount',
  'started',
  'ended',
  'product_change',
  'subscription_id',
  'customer_id',
  'customer_name',
  'customer_email',
  'product_id',
  'product_name',
] as const
export type MovementExportColumn = (typeof movementExportColumns)[number]

const amounts = {
  /** What was added to `list_run_rate` of metrics; below zero what was taken away. */
  amount: z.int(),
  /** The same of `billing_run_rate`. */
  billingAmount: z.int(),
  /** The same of `trial_run_rate`. */
  trialAmount: z.int(),
  /** The same of `committed_run_rate`. */
  committedAmount: z.int(),
}

const Movement = z.object({
  id: z.string(),
  occurredAt: instant,
  kind: z.enum(movementKinds),
  currency,
  ...amounts,
  /** Whether the subscription started with it, like `new_subscriptions` of metrics. */
  started: z.boolean(),
  /** Whether the subscription ended with it, like `churned_subscriptions`. */
  ended: z.boolean(),
  /** A change of the product is two movements: one of the product left, one of the one entered. */
  productChange: z.nullable(z.enum(['left', 'entered'])),
  subscriptionId,
  customerId,
  customerName: z.nullable(z.string()),
  customerEmail: z.string(),
  productId,
  productName: z.string(),
})

/** Where a page begins: the `next_cursor` of the one before. */
const movementCursor = z
  .string()
  .check(
    z.regex(
      /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_\d{1,15}_\d{1,4}$/,
      'Not a cursor of this list',
    ),
  )

const filters = {
  organizationId: anyOf(organizationId),
  startDate: z.optional(date),
  endDate: z.optional(date),
  timezone: z.optional(timeZone),
  currency: anyOf(currency),
  kind: anyOf(z.enum(movementKinds)),
  started: z.optional(z.boolean()),
  ended: z.optional(z.boolean()),
  cancellationReason: anyOf(z.enum(cancellationReasons)),
  productId: anyOf(productId),
  customerId: anyOf(customerId),
  subscriptionId: anyOf(subscriptionId),
}

/** They name customers, which `metrics:read` alone doesn’t. */
const ofMovements = {
  ...forSellers,
  tag: 'Metrics',
  may: 'subscriptions:read',
  method: 'GET',
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
} as const

export const listMovements = operation({
  ...ofMovements,
  name: 'listMovements',
  reads: 'replica',
  path: '/v1/metrics/movements',
  summary: 'List movements of recurring revenue',
  description:
    'Every change of what subscriptions bring in per month, the newest first: of the days from ' +
    '`start_date` to `end_date` in the time zone of the organization or in `timezone`, or of all ' +
    'time. `cancellation_reason` is the one that the subscription’s customer gave.',
  query: z
    .object({
      ...filters,
      limit: pageLimit(50),
      cursor: z.optional(movementCursor),
    })
    .check(bothDays),
  returns: z.object({
    items: z.array(Movement),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
})

export const getMovementTotals = operation({
  ...ofMovements,
  name: 'getMovementTotals',
  reads: 'replica',
  path: '/v1/metrics/movements/totals',
  summary: 'Get the totals of movements of recurring revenue',
  description:
    'What all movements that match the filters of the list add up to, for each currency and kind, ' +
    'like the figures of `GET /v1/metrics/`.',
  query: z.object(filters).check(bothDays),
  returns: z.object({
    items: z.array(
      z.object({
        currency,
        kind: z.enum(movementKinds),
        movements: z.int(),
        ...amounts,
        /** How many subscriptions started, and how many ended. */
        started: z.int(),
        ended: z.int(),
      }),
    ),
  }),
})

export const exportMovements = operation({
  ...ofMovements,
  name: 'exportMovements',
  reads: 'replica',
  path: '/v1/metrics/movements/export',
  summary: 'Export movements of recurring revenue as CSV',
  description:
    'All movements that match the filters of the list, in its order. Amounts are in minor units of ' +
    'the `currency`. `columns` chooses and orders the columns. The response is `text/csv`, or the ' +
    'same file as a JSON string for callers that accept `application/json`.',
  query: z.object({ ...filters, columns: anyOf(z.enum(movementExportColumns)) }).check(bothDays),
  returns: z.string(),
})
