import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, pageLimit } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { orderId } from '../orders/order-shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, instant } from '../primitives.ts'
import { timeZone } from '../time-zone.ts'
import { bothDays, date } from './day-range.ts'

export const correctionKinds = ['refund', 'refund_reversal', 'dispute', 'dispute_lost'] as const

const Correction = z.object({
  id: z.uuid(),
  occurredAt: instant,
  kind: z.enum(correctionKinds),
  currency,
  /** Without tax; below zero for a refund that failed after it had succeeded. */
  amount: z.int(),
  /** What it adds to the number of refunds or disputes: 0 where a dispute takes more later. */
  counted: z.int(),
  orderId,
  customerId,
  customerName: z.nullable(z.string()),
  customerEmail: z.string(),
  productId,
  productName: z.string(),
})

const filters = {
  organizationId: anyOf(organizationId),
  startDate: z.optional(date),
  endDate: z.optional(date),
  timezone: z.optional(timeZone),
  currency: anyOf(currency),
  kind: anyOf(z.enum(correctionKinds)),
  productId: anyOf(productId),
  customerId: anyOf(customerId),
  orderId: anyOf(orderId),
}

/** They name customers, which `metrics:read` alone doesn’t. */
const ofCorrections = {
  ...forSellers,
  tag: 'Metrics',
  may: 'orders:read',
  method: 'GET',
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
} as const

export const listCorrections = operation({
  ...ofCorrections,
  name: 'listCorrections',
  reads: 'replica',
  path: '/v1/metrics/corrections',
  summary: 'List refunds and disputes by day',
  description:
    'What refunds and disputes took back of orders, each on the day on which the ledger has it, the ' +
    'newest first: of the days from `start_date` to `end_date` in the time zone of the organization ' +
    'or in `timezone`, or of all time.',
  query: z
    .object({
      ...filters,
      limit: pageLimit(50),
      /** The `next_cursor` of the page before. */
      cursor: z.optional(
        z
          .string()
          .check(
            z.regex(
              /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
              'Not a cursor of this list',
            ),
          ),
      ),
    })
    .check(bothDays),
  returns: z.object({
    items: z.array(Correction),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
})

export const getCorrectionTotals = operation({
  ...ofCorrections,
  name: 'getCorrectionTotals',
  reads: 'replica',
  path: '/v1/metrics/corrections/totals',
  summary: 'Get the totals of refunds and disputes',
  description:
    'What all refunds and disputes that match the filters of the list add up to, for each currency ' +
    'and kind, like the figures of `GET /v1/metrics/`.',
  query: z.object(filters).check(bothDays),
  returns: z.object({
    items: z.array(
      z.object({ currency, kind: z.enum(correctionKinds), counted: z.int(), amount: z.int() }),
    ),
  }),
})
