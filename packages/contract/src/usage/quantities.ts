import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, metadataFilter } from '../billing/listing.ts'
import { customerId, externalId } from '../customers/shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { instant } from '../primitives.ts'
import { timeZone } from '../time-zone.ts'

export const quantityIntervals = ['year', 'month', 'week', 'day', 'hour'] as const

export type QuantityInterval = (typeof quantityIntervals)[number]

/** How many whole days a span may have. */
export const quantityDaysMax: Readonly<Record<QuantityInterval, number>> = {
  hour: 7,
  day: 366,
  week: 365,
  month: 1460,
  year: 3650,
}

const startYearMin = 2023
const startMin = Date.UTC(startYearMin, 0, 1)
const dayMilliseconds = 86_400_000

/** Apart from the groups of what remains. */
export const quantityGroupsMax = 50

const groupBy = z.string().check(
  z.regex(/^(customer|metadata\..{1,128})$/su, {
    error: 'Input should be `customer`, or `metadata.` and a property',
  }),
)

const spanFields = {
  startTimestamp: instant,
  endTimestamp: instant,
  interval: z.enum(quantityIntervals),
}

interface Span {
  readonly startTimestamp: Date
  readonly endTimestamp: Date
  readonly interval: QuantityInterval
}

interface SpanFault {
  readonly path: string[]
  readonly message: string
}

function spanFault({ startTimestamp, endTimestamp, interval }: Span): SpanFault | null {
  if (startTimestamp.getTime() < startMin) {
    return {
      path: ['startTimestamp'],
      message: `Input should be in ${startYearMin} or later`,
    }
  }
  if (endTimestamp <= startTimestamp) {
    return { path: ['endTimestamp'], message: 'Input should be after start_timestamp' }
  }
  const days = Math.floor((endTimestamp.getTime() - startTimestamp.getTime()) / dayMilliseconds)
  const daysMax = quantityDaysMax[interval]
  return days > daysMax
    ? { path: [], message: `By ${interval}, at most ${daysMax} days can be measured at once` }
    : null
}

/** One for each interval of the span, the first of which may begin before it. */
const Quantity = z.object({ timestamp: instant, quantity: z.number() })

const measured = {
  quantities: z.array(Quantity),
  /** What the aggregation makes of all events of the span: not always the sum of the quantities. */
  total: z.number(),
}

export const MeterQuantities = z.object({
  ...measured,
  /** Null unless `group_by` was given. The highest totals come first. */
  groups: z.nullable(
    z.array(
      z.object({
        /** The id of a customer or the value of a property as text; null for events without. */
        key: z.nullable(z.string()),
        /** Whether it has the events of all groups that aren’t shown. */
        isOthers: z.boolean(),
        ...measured,
      }),
    ),
  ),
})

export type MeterQuantities = z.output<typeof MeterQuantities>

export const getMeterQuantities = operation({
  ...forSellers,
  tag: 'Meters',
  name: 'getMeterQuantities',
  reads: 'replica',
  method: 'GET',
  path: '/v1/meters/:id/quantities',
  summary: 'Get the quantities of a meter',
  description:
    'What the meter measures of the events since `start_timestamp` and before `end_timestamp`, for ' +
    'each interval of a time zone, which is UTC by default. `group_by` is `customer`, or a property ' +
    `such as \`metadata.model\`; the ${quantityGroupsMax} groups with the highest totals are shown, ` +
    'and what remains is one more group.',
  may: 'meters:read',
  params: z.object({ id: meterId }),
  query: z
    .object({
      ...spanFields,
      customerId: anyOf(customerId),
      externalCustomerId: anyOf(externalId),
      metadata: metadataFilter,
      timezone: z.optional(timeZone),
      groupBy: z.optional(groupBy),
    })
    .check((context) => {
      const fault = spanFault(context.value)
      if (fault !== null) context.issues.push({ code: 'custom', input: context.value, ...fault })
    }),
  returns: MeterQuantities,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'usage_read_too_slow', 'too_busy'],
})
