import type { Id } from '@guildhall/contract/primitives'
import type { EventInput } from '@guildhall/contract/usage/event-input'
import pg from 'pg'
import { assert } from '../../../kernel/assert.ts'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { distinct, groupBy } from '../../../kernel/indexing.ts'
import { isRefused, type Refusal } from '../../../kernel/refusal.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isConnectionLoss } from '../../../platform/database/failures.ts'
import { inBatches } from '../../../platform/database/in-batches.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { newId } from '../../../platform/ids.ts'
import {
  counter,
  definitionOf,
  listMetersOf,
  type MeteredEvent,
  type MeterRow,
} from '../../metering/index.ts'
import { type NamedFacts, type PlacedEvent, placeEvents } from '../rules/place-events.ts'
import { holdDefinitions } from '../store/definition-lock.ts'
import {
  type Contribution,
  type ExternalCustomer,
  holdExternalIds,
  insertEvents,
  type NewUsageEvent,
} from '../store/ingest.ts'
import {
  findByExternalIds,
  findCustomers,
  findFrozenClocks,
  findSubscriptions,
  type Named,
} from '../store/named.ts'
import type { UsageDeps } from './deps.ts'

/** The events of one request. */
interface Ingestion {
  readonly organizationId: Id<'organization'>
  readonly events: readonly EventInput[]
}

interface Ingested {
  readonly inserted: number
  readonly duplicates: number
}

/** How one request ended, whatever happened to those that were stored with it. */
type Outcome = Ingested | Refusal | { readonly failure: unknown }

export type IngestEvents = (ingestion: Ingestion) => Promise<Ingested | Refusal>

/** More are stored by the next statement, because a long one delays the requests behind it. */
const eventsPerStatement = 4000
/** One is prepared while the other is being stored. */
const statementsAtOnce = 2

/**
 * Stores the events of requests that arrive while others are being stored with one statement. An
 * answer means that the events are committed.
 */
export function openIngestion(deps: UsageDeps): IngestEvents {
  const ingest = inBatches(
    (ingestions: readonly Ingestion[]) => ingestTogether(deps, ingestions),
    eventsPerStatement,
    { weightOf: ({ events }) => events.length, atOnce: statementsAtOnce },
  )
  return async (ingestion) => {
    const outcome = await ingest(ingestion)
    if ('failure' in outcome) throw outcome.failure
    return outcome
  }
}

async function ingestTogether(
  deps: UsageDeps,
  ingestions: readonly Ingestion[],
): Promise<readonly Outcome[]> {
  const factsOf = await gatherFacts(deps, ingestions)
  const placed = ingestions.map(({ organizationId, events }) =>
    placeEvents(events, factsOf(organizationId)),
  )
  const accepted = ingestions.flatMap(({ organizationId }, at) => {
    const events = placed[at]
    return events === undefined || isRefused(events) ? [] : [{ organizationId, events }]
  })
  const stored = await storeTogether(deps, accepted)
  let next = 0
  return placed.map((decision) => {
    if (isRefused(decision)) return decision
    return stored[next++] ?? { failure: new Error('every accepted request is stored') }
  })
}

interface AcceptedRequest {
  readonly organizationId: Id<'organization'>
  readonly events: readonly PlacedEvent[]
}

/**
 * What PostgreSQL refuses was rolled back as a whole, so each request is tried again alone: none
 * fails because of another. After a lost connection nobody knows, and all fail.
 */
async function storeTogether(
  deps: UsageDeps,
  accepted: readonly AcceptedRequest[],
): Promise<readonly Outcome[]> {
  try {
    return await store(deps, accepted)
  } catch (error) {
    const isKnown = error instanceof pg.DatabaseError && !isConnectionLoss(error)
    if (!isKnown || accepted.length === 1) return accepted.map(() => ({ failure: error }))
    const outcomes: Outcome[] = []
    for (const one of accepted) outcomes.push(...(await storeTogether(deps, [one])))
    return outcomes
  }
}

async function store(
  { uowFactory, clock }: UsageDeps,
  accepted: readonly AcceptedRequest[],
): Promise<readonly Ingested[]> {
  const events = accepted.flatMap(({ organizationId, events: own }) =>
    own.map((one): NewUsageEvent => ({ ...one, organizationId, id: newId('usageEvent', clock) })),
  )
  if (events.length === 0) return []
  const duplicates = new Set(await insert(uowFactory.database, events))
  let place = 0
  return accepted.map(({ events: own }) => {
    const repeated = own.filter(() => duplicates.has(++place)).length
    return { inserted: own.length - repeated, duplicates: repeated }
  })
}

/**
 * An external id that nobody has yet may be given to a customer at this moment, a meter may be
 * defined, and a period may end: the second of two waits for the first.
 */
async function insert(
  database: Database,
  events: readonly NewUsageEvent[],
): Promise<readonly number[]> {
  const unknown = events.flatMap(({ organizationId, customerId, event }): ExternalCustomer[] =>
    customerId === null && event.externalCustomerId != null
      ? [{ organizationId, externalCustomerId: event.externalCustomerId }]
      : [],
  )
  const organizationIds = distinct(events.map(({ organizationId }) => organizationId))
  const tryToInsert = () =>
    database.transact(async (tx) => {
      const [, , meters] = await inOrder(tx, [
        () => (unknown.length === 0 ? null : holdExternalIds(tx, unknown)),
        () => holdDefinitions(tx, organizationIds),
        () => listMetersOf(tx, organizationIds),
      ])
      const { duplicates, stale } = await insertEvents(tx, events, contributionsOf(events, meters))
      if (stale > 0) throw new StalePeriods()
      return duplicates
    })
  for (;;) {
    try {
      return await tryToInsert()
    } catch (error) {
      if (!(error instanceof StalePeriods)) throw error
    }
  }
}

const meteredEvent = ({ name, metadata }: EventInput, timestamp: Date): MeteredEvent => ({
  name,
  source: 'user',
  timestamp,
  metadata: metadata ?? {},
})

/** A period ended while events of it were being stored. */
class StalePeriods extends Error {}

function contributionsOf(
  events: readonly NewUsageEvent[],
  meters: readonly MeterRow[],
): readonly Contribution[] {
  const metersOf = groupBy(
    meters.map((row) => ({ ...row, count: counter(definitionOf(row)) })),
    ({ organizationId }) => organizationId,
  )
  return events.flatMap(({ organizationId, event, timestamp }, at) =>
    (metersOf.get(organizationId) ?? []).flatMap(({ id: meterId, count }) => {
      const quantity = count(meteredEvent(event, timestamp))
      return quantity === null
        ? []
        : [{ place: at + 1, meterId, quantity: formatDecimal(quantity) }]
    }),
  )
}

/** One round trip for all requests. */
async function gatherFacts(
  { uowFactory, clock }: UsageDeps,
  ingestions: readonly Ingestion[],
): Promise<(organizationId: Id<'organization'>) => NamedFacts> {
  const { reads } = uowFactory.database
  const byOrganization = groupBy(ingestions, ({ organizationId }) => organizationId)
  const namedBy = (keyOf: (event: EventInput) => string | null | undefined): Named[] =>
    [...byOrganization].flatMap(([organizationId, own]) =>
      distinct(own.flatMap(({ events }) => events.flatMap((event) => keyOf(event) ?? []))).map(
        (key) => ({ organizationId, key }),
      ),
    )
  const [clocks, customers, known, subscriptions] = await Promise.all([
    findFrozenClocks(reads, [...byOrganization.keys()]),
    findCustomers(
      reads,
      namedBy(({ customerId }) => customerId),
    ),
    findByExternalIds(
      reads,
      namedBy(({ externalCustomerId }) => externalCustomerId),
    ),
    findSubscriptions(
      reads,
      namedBy(({ subscriptionId }) => subscriptionId),
    ),
  ])
  const customersOf = groupBy(customers, ownerOf)
  const knownOf = groupBy(known, ownerOf)
  const subscriptionsOf = groupBy(subscriptions, ownerOf)
  const facts = new Map(
    [...byOrganization.keys()].map((organizationId): [string, NamedFacts] => [
      organizationId,
      {
        now: clocks.get(organizationId) ?? clock.now(),
        customerIds: new Set(customersOf.get(organizationId)?.map(({ key }) => key)),
        byExternalId: new Map(knownOf.get(organizationId)?.map(({ key, id }) => [key, id])),
        subscriptions: new Map(
          subscriptionsOf.get(organizationId)?.map(({ key, customerId }) => [key, customerId]),
        ),
      },
    ]),
  )
  return (organizationId) => {
    const found = facts.get(organizationId)
    assert(found !== undefined, 'facts are gathered for every request')
    return found
  }
}

const ownerOf = ({ organizationId }: Named) => organizationId
