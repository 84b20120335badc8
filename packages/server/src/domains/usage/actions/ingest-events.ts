import type { Id } from '@guildhall/contract/primitives'
import pg from 'pg'
import { isRefused, type Refusal } from '../../../kernel/refusal.ts'
import { isConnectionLoss } from '../../../platform/database/failures.ts'
import { Failed, inBatches } from '../../../platform/database/in-batches.ts'
import { oneOrganizationEach } from '../../../platform/database/one-organization-each.ts'
import { newId } from '../../../platform/ids.ts'
import { type PlacedEvent, placeEvents } from '../rules/place-events.ts'
import type { NewUsageEvent } from '../store/ingest.ts'
import type { UsageDeps } from './deps.ts'
import { gatherFacts, type Ingestion } from './gather-facts.ts'
import { storeEvents } from './store-events.ts'

interface Ingested {
  readonly inserted: number
  readonly duplicates: number
}

/** How one request ended, whatever happened to those that were stored with it. */
type Outcome = Ingested | Refusal | Failed

export type IngestEvents = (ingestion: Ingestion) => Promise<Ingested | Refusal>

/** More are stored by the next statement, because a long one delays the requests behind it. */
const eventsPerStatement = 4000
/** One is prepared while the other is being stored. */
const statementsAtOnce = 2

/**
 * Stores the events of requests that arrive while others are being stored with one statement. An
 * answer means that the events are committed.
 */
export const openIngestion = (deps: UsageDeps): IngestEvents =>
  inBatches(
    oneOrganizationEach(deps.uowFactory.database, (ingestions: readonly Ingestion[]) =>
      ingestTogether(deps, ingestions),
    ),
    eventsPerStatement,
    { weightOf: ({ events }) => events.length, atOnce: statementsAtOnce },
  )

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
    return stored[next++] ?? new Failed(new Error('every accepted request is stored'))
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
    if (!isKnown || accepted.length === 1) return accepted.map(() => new Failed(error))
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
  const duplicates = new Set(await uowFactory.database.transact((tx) => storeEvents(tx, events)))
  let place = 0
  return accepted.map(({ events: own }) => {
    const repeated = own.filter(() => duplicates.has(++place)).length
    return { inserted: own.length - repeated, duplicates: repeated }
  })
}
