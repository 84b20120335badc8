import * as z from 'zod/mini'
import { laterMeter } from '../billing/later-clients.ts'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, instant, metadataShown } from '../primitives.ts'
import { eventProperty, Filter } from './filters.ts'

const nameLengthMin = 3
const nameLengthMax = 256

export const meterId = id('meter')

export const meterName = oneLine(nameLengthMax).check(z.minLength(nameLengthMin))

export const propertyFunctions = ['sum', 'max', 'min', 'avg'] as const

/**
 * The value a meter computes over matching events: their count, or a function of one property. With
 * a unique property, the different values of it are counted. The official client knows no such
 * function and would fail on its name; it reads a count.
 */
export const Aggregation = z.discriminatedUnion('func', [
  z.object({ func: z.literal('count'), uniqueProperty: z.optional(eventProperty) }),
  z.object({ func: z.enum(propertyFunctions), property: eventProperty }),
])

export type Aggregation = z.output<typeof Aggregation>

type PropertyFunction = (typeof propertyFunctions)[number]

/** An aggregation with a function of its own for each thing that is computed. */
export type Calculation =
  | { readonly func: 'count'; readonly uniqueProperty?: never }
  | { readonly func: PropertyFunction | 'unique'; readonly property: string }

export function calculationOf(aggregation: Aggregation): Calculation {
  if (aggregation.func !== 'count') return aggregation
  const { uniqueProperty } = aggregation
  return uniqueProperty === undefined
    ? { func: 'count' }
    : { func: 'unique', property: uniqueProperty }
}

export function aggregationOf(calculation: Calculation): Aggregation {
  if (calculation.func === 'count') return { func: 'count' }
  const { func, property } = calculation
  return func === 'unique' ? { func: 'count', uniqueProperty: property } : { func, property }
}

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
  ...laterMeter,
})
