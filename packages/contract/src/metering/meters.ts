import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant, metadata } from '../primitives.ts'
import { filterInput } from './filters.ts'
import { Aggregation, Meter, meterId, meterName } from './shapes.ts'

const searchLengthMax = 256

const ofMeters = { ...forSellers, tag: 'Meters' } as const
const mayRead = 'meters:read'
const mayWrite = 'meters:write'

const ofOne = z.object({ id: meterId })

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

export const listMeters = operation({
  ...ofMeters,
  name: 'listMeters',
  reads: 'replica',
  method: 'GET',
  path: '/v1/meters/',
  summary: 'List meters',
  description: '`query` matches any part of the name.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'name'], ['name']),
    organizationId: anyOf(organizationId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
    isArchived: z.optional(z.boolean()),
    metadata: metadataFilter,
  }),
  returns: listOf(Meter),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const createMeter = operation({
  ...ofMeters,
  name: 'createMeter',
  method: 'POST',
  path: '/v1/meters/',
  summary: 'Create a meter',
  description:
    'The filter selects events: clauses joined by `and` or `or`, and nested filters. The ' +
    'aggregation computes a value over them: their count, the count of different values of ' +
    '`unique_property`, or a function of one property. ' +
    'Events since `counts_from`, which is now by default, are in customers’ balances.',
  may: mayWrite,
  body: z.object({
    organizationId: z.nullish(organizationId),
    name: meterName,
    filter: filterInput,
    aggregation: Aggregation,
    metadata: z.nullish(metadata),
    /** When customers’ balances begin to count; now by default. */
    countsFrom: z.nullish(instant),
  }),
  returns: Meter,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals],
})

export const getMeter = operation({
  ...ofMeters,
  name: 'getMeter',
  method: 'GET',
  path: '/v1/meters/:id',
  summary: 'Get a meter',
  may: mayRead,
  params: ofOne,
  returns: Meter,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateMeter = operation({
  ...ofMeters,
  name: 'updateMeter',
  method: 'PATCH',
  path: '/v1/meters/:id',
  summary: 'Update a meter',
  description:
    'The filter and the aggregation are replaced as a whole, unless customers were billed by them. ' +
    'An archived meter goes on counting, but can’t be used by new prices and benefits.',
  may: mayWrite,
  params: ofOne,
  body: z.object({
    name: z.nullish(meterName),
    filter: z.nullish(filterInput),
    aggregation: z.nullish(Aggregation),
    metadata: z.nullish(metadata),
    isArchived: z.nullish(z.boolean()),
  }),
  returns: Meter,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'meter_billed'],
})
