import * as z from 'zod/mini'
import { forOperators } from '../identity/for-operators.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, instant } from '../primitives.ts'

const Difference = z.object({
  organization: z.object({ id: organizationId, name: z.string(), slug: z.string() }),
  /** When the day begins; null before the first day with figures. */
  day: z.nullable(instant),
  currency,
  /** The name of a sum of a day, such as `refunded_amount`. */
  figure: z.string(),
  rolledUp: z.int(),
  counted: z.int(),
})

export const recountDifferencesShownMax = 200

export const getMetricsRecount = operation({
  ...forOperators,
  name: 'getMetricsRecount',
  reads: 'replica',
  method: 'GET',
  path: '/api/auth/admin/get-metrics-recount',
  summary: 'Get the nightly recounts of metrics',
  description:
    'What the latest nightly recount of each organization found: days of metrics that aren’t what ' +
    `orders, movements, checkouts and the ledger add up to. Up to ${recountDifferencesShownMax} differences.`,
  may: 'reconciliation:get',
  query: z.object({}),
  returns: z.object({
    /** Organizations whose days are rolled up. */
    organizationCount: z.int(),
    /** Of these, how many were counted again at least once. */
    recountedCount: z.int(),
    /** The oldest of their latest recounts. */
    oldestAt: z.nullable(instant),
    latestAt: z.nullable(instant),
    differenceCount: z.int(),
    /** The first of them. */
    differences: z.array(Difference),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_reconciliation'],
})
