import * as z from 'zod/mini'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, instant, metadataShown } from '../primitives.ts'
import { eventProperty, Filter } from './filters.ts'

const nameLengthMin = 3
const nameLengthMax = 256

export const meterId = id('meter')

export const meterName = oneLine(nameLengthMax).check(z.minLength(nameLengthMin))

export const propertyFunctions = ['sum', 'max', 'min', 'avg'] as const

/** The value a meter computes over matching events: their count, or a function of one property. */
export const Aggregation = z.discriminatedUnion('func', [
  z.object({ func: z.literal('count') }),
  z.object({ func: z.enum(propertyFunctions), property: eventProperty }),
])

export type Aggregation = z.output<typeof Aggregation>

/** Also the payload of webhooks. */
export const Meter = z.object({
  id: meterId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  metadata: metadataShown,
  name: z.string(),
  filter: Filter,
  aggregation: Aggregation,
  organizationId,
  /** It goes on counting, but isn’t offered for new prices and benefits. */
  isArchived: z.boolean(),
  /** Customers’ balances count events from then on. */
  countsFrom: instant,
})
