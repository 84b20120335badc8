import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { metadata } from '../primitives.ts'
import { filterInput } from './filters.ts'
import { Aggregation, Meter, meterId, meterName } from './shapes.ts'

const searchLengthMax = 256

const ofMeters = { ...forSellers, tag: 'Meters' } as const
const mayRead = 'meters:read'
const mayWrite = 'meters:write'

const ofOne = z.object({ id: meterId })

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

export const listMeters = endpoint({
  ...ofMeters,
  name: 'listMeters',
  method: 'GET',
  path: '/v1/meters/',
  summary: 'List meters',
  description: '`query` finds a part of the name.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'name'], ['name']),
    organizationId: anyOf(organizationId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
    metadata: metadataFilter,
  }),
  returns: listOf(Meter),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const createMeter = endpoint({
  ...ofMeters,
  name: 'createMeter',
  method: 'POST',
  path: '/v1/meters/',
  summary: 'Create a meter',
  description:
    'A filter says which events count: clauses joined by `and` or `or`, and filters within. An ' +
    'aggregation says what of them: how many there are, or what one number of them comes to.',
  may: mayWrite,
  body: z.object({
    organizationId: z.nullish(organizationId),
    name: meterName,
    filter: filterInput,
    aggregation: Aggregation,
    metadata: z.nullish(metadata),
  }),
  returns: Meter,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals],
})

export const getMeter = endpoint({
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

export const updateMeter = endpoint({
  ...ofMeters,
  name: 'updateMeter',
  method: 'PATCH',
  path: '/v1/meters/:id',
  summary: 'Change a meter',
  description: 'A filter and an aggregation are replaced as a whole.',
  may: mayWrite,
  params: ofOne,
  body: z.object({
    name: z.nullish(meterName),
    filter: z.nullish(filterInput),
    aggregation: z.nullish(Aggregation),
    metadata: z.nullish(metadata),
  }),
  returns: Meter,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
