import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { filterInput } from '../metering/filters.ts'
import { Aggregation } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { UsageEvent } from './shapes.ts'

/** Without a start, what happened within so many days. */
export const previewDaysDefault = 30
export const previewEventsMax = 10

export const previewMeter = operation({
  ...forSellers,
  tag: 'Meters',
  name: 'previewMeter',
  method: 'POST',
  path: '/v1/meters/preview',
  summary: 'Preview a meter',
  description:
    'What a meter with this filter and this aggregation would measure of the events since ' +
    `\`start_timestamp\`, which is ${previewDaysDefault} days ago by default, and before ` +
    '`end_timestamp`. Nothing is saved. The latest matching events are shown to callers who may ' +
    'read events.',
  may: 'meters:read',
  // It saves nothing.
  idempotent: false,
  body: z
    .object({
      organizationId: z.nullish(organizationId),
      filter: filterInput,
      aggregation: Aggregation,
      startTimestamp: z.nullish(instant),
      endTimestamp: z.nullish(instant),
    })
    .check(
      z.refine(
        ({ startTimestamp: start, endTimestamp: end }) =>
          start == null || end == null || start < end,
        { path: ['endTimestamp'], error: 'Input should be after start_timestamp' },
      ),
    ),
  returns: z.object({
    /** The beginning of the span. */
    startTimestamp: instant,
    /** Exclusive; null without an end. */
    endTimestamp: z.nullable(instant),
    matchingEvents: z.int(),
    value: z.number(),
    /** Null for callers who may not read events. */
    latestEvents: z.nullable(z.array(UsageEvent)),
  }),
  status: 200,
  refuses: [...callRefusals, ...placeRefusals, 'usage_read_too_slow', 'too_busy'],
})
