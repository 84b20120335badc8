import * as z from 'zod/mini'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'
import { eventProperty, Filter } from './filters.ts'

const nameLengthMin = 3
const nameLengthMax = 256

export const meterId = id('meter')

export const meterName = oneLine(nameLengthMax).check(z.minLength(nameLengthMin))

export const propertyFunctions = ['sum', 'max', 'min', 'avg'] as const

/** What of the events that count: how many there are, or what one number of them comes to. */
export const Aggregation = z.discriminatedUnion('func', [
  z.object({ func: z.literal('count') }),
  z.object({ func: z.enum(propertyFunctions), property: eventProperty }),
])

export type Aggregation = z.output<typeof Aggregation>

/** Webhooks send it as well. */
export const Meter = z.object({
  id: meterId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  name: z.string(),
  filter: Filter,
  aggregation: Aggregation,
  organizationId,
})
