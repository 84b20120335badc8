import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilterWith } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { eventExportColumns } from './event-export-columns.ts'
import { dottedKeyLengthMax, EventInput, ingestedEventsMax } from './event-input.ts'
import { filterParameter } from './filter-parameter.ts'
import { readEvents } from './read-events.ts'
import { EventName, eventId, eventSources, UsageEvent } from './shapes.ts'

const textLengthMax = 256
const ingestedBytesMax = 4 * 1024 * 1024

const ofEvents = { ...forSellers, tag: 'Events' } as const
const readsEvents = { ...ofEvents, method: 'GET', may: 'events:read', status: 200 } as const

/** Of their own, so that ingestion doesn’t use up what other calls may make. */
const ingestionLimit = [
  { requestsMax: 100_000, windowSeconds: 10, by: 'caller', bucket: 'usage' },
] as const

const text = z.string().check(z.maxLength(textLengthMax))

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

export const ingestEvents = operation({
  ...ofEvents,
  rateLimit: ingestionLimit,
  name: 'ingestEvents',
  method: 'POST',
  path: '/v1/events/ingest',
  summary: 'Ingest events',
  description:
    `Up to ${ingestedEventsMax} events, stored together or not at all. Events with an ` +
    '`external_id` that was ingested before are counted as duplicates, so a request can be repeated.',
  may: 'events:write',
  bodyLimitBytes: ingestedBytesMax,
  // The events' own ids make repetition harmless.
  idempotent: false,
  body: z.object({
    organizationId: z.nullish(organizationId),
    events: z.array(EventInput).check(z.minLength(1), z.maxLength(ingestedEventsMax)),
  }),
  readBodyQuickly: readEvents,
  returns: z.object({ inserted: z.int(), duplicates: z.int() }),
  status: 200,
  refuses: [...callRefusals, ...placeRefusals],
})

const ofWhom = {
  organizationId: anyOf(organizationId),
  customerId: anyOf(customerId),
  externalCustomerId: anyOf(text),
  source: anyOf(z.enum(eventSources)),
  query: z.optional(text),
}

const pages = listing(['timestamp'], ['-timestamp'])

const filters = {
  ...ofWhom,
  filter: filterParameter,
  startTimestamp: z.optional(instant),
  endTimestamp: z.optional(instant),
  meterId: z.optional(meterId),
  name: anyOf(text),
  externalId: anyOf(text),
  metadata: metadataFilterWith(dottedKeyLengthMax),
}

export const listEvents = operation({
  ...readsEvents,
  name: 'listEvents',
  reads: 'replica',
  path: '/v1/events/',
  summary: 'List events',
  description:
    '`filter` is a meter’s filter as JSON, and `meter_id` the filter of a meter. `query` matches any ' +
    'part of the name. `metadata[usage.tokens]` reads nested values. `after` is the id of an event: the list continues behind it, which is quick ' +
    'wherever that is.',
  query: z.object({ ...pages, ...filters, after: z.optional(eventId) }),
  returns: listOf(UsageEvent),
  refuses: [...callRefusals, ...listRefusals],
})

export const exportEvents = operation({
  ...readsEvents,
  name: 'exportEvents',
  reads: 'replica',
  path: '/v1/events/export',
  summary: 'Export events as CSV',
  description:
    'All events that match the filters of the list, in its order, read in parts. Columns are named ' +
    'like the fields of an event, `metadata` is JSON as it was sent; `columns` chooses and orders ' +
    'them. The response is `text/csv`, or the same file as a JSON string for callers that accept ' +
    '`application/json`.',
  query: z.object({
    ...filters,
    sorting: pages.sorting,
    columns: anyOf(z.enum(eventExportColumns)),
  }),
  returns: z.string(),
  refuses: [...callRefusals, ...listRefusals],
})

export const listEventNames = operation({
  ...readsEvents,
  name: 'listEventNames',
  reads: 'replica',
  path: '/v1/events/names',
  summary: 'List names of events',
  query: z.object({
    ...listing(['name', 'occurrences', 'first_seen', 'last_seen'], ['-last_seen']),
    ...ofWhom,
  }),
  returns: listOf(EventName),
  refuses: [...callRefusals, ...listRefusals],
})

export const getEvent = operation({
  ...readsEvents,
  name: 'getEvent',
  path: '/v1/events/:id',
  summary: 'Get an event',
  params: z.object({ id: eventId }),
  returns: UsageEvent,
  refuses: [...callRefusals, 'not_found'],
})
