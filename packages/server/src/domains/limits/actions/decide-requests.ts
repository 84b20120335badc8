import type { Id } from '@guildhall/contract/primitives'
import type { EventInput } from '@guildhall/contract/usage/event-input'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { assert } from '../../../kernel/assert.ts'
import { decimal } from '../../../kernel/decimal.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import { accept, isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isConnectionLoss } from '../../../platform/database/failures.ts'
import { Failed, inBatches } from '../../../platform/database/in-batches.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { oneOrganizationEach } from '../../../platform/database/one-organization-each.ts'
import { newId } from '../../../platform/ids.ts'
import { holdBalances } from '../../credits/store/accounts.ts'
import { addsUp } from '../../metering/rules/aggregation.ts'
import { listMetersOf, type MeterRow } from '../../metering/store/meters.ts'
import { contributionsOf } from '../../usage/actions/contributions.ts'
import { gatherFacts } from '../../usage/actions/gather-facts.ts'
import { type PlacedEvent, placeEvents } from '../../usage/rules/place-events.ts'
import { findIngested, insertEvents, type NewUsageEvent } from '../../usage/store/ingest.ts'
import { holdDefinitions, holdPeriods } from '../../usage/store/locks.ts'
import type { UnitsOfMeter } from '../rules/customer-usage.ts'
import type { CustomerNow } from '../store/customer-usage.ts'
import { takeCustomers } from '../store/locks.ts'
import {
  endReservations,
  findReservations,
  insertReservations,
  type NamedReservation,
  type ReservationRow,
} from '../store/reservations.ts'
import type { LimitDeps } from './deps.ts'
import { readUsage } from './read-usage.ts'
import { type AnswerOf, eventOf, type UsageRequest } from './requests.ts'
import { externalKey, Turns } from './turns.ts'

type Answer = AnswerOf[UsageRequest['kind']]
type Outcome = Answer | Refusal | Failed

type Deps = Pick<LimitDeps, 'uowFactory' | 'clock'>

/** More wait for the next transaction, because a long one delays those behind it. */
const requestsPerTransaction = 500
/** One is prepared and answered while the other is being decided. */
const transactionsAtOnce = 2

/**
 * Decides what may be used. Requests that arrive while others are being decided are decided in turn
 * in the next transaction. An answer means that it is committed.
 */
export function openDecisions(deps: Deps) {
  const decide = inBatches(
    oneOrganizationEach(deps.uowFactory.database, (requests: readonly UsageRequest[]) =>
      decideTogether(deps, requests),
    ),
    requestsPerTransaction,
    { atOnce: transactionsAtOnce },
  )
  function decideRequest<R extends UsageRequest>(request: R): Promise<AnswerOf[R['kind']]>
  async function decideRequest(request: UsageRequest): Promise<Answer> {
    return accept(await decide(request))
  }
  return decideRequest
}

/** A request whose customer is known, before its usage is read. */
interface Placed {
  readonly request: UsageRequest
  readonly event: PlacedEvent & { readonly customerId: Id<'customer'> }
  readonly now: Date
  readonly reservation: ReservationRow | undefined
}

async function decideTogether(
  deps: Deps,
  requests: readonly UsageRequest[],
): Promise<readonly Outcome[]> {
  const placed = await placeRequests(deps, requests)
  const known = placed.flatMap((one) => ('event' in one ? one : []))
  const outcomes = await decideKnown(deps, known)
  let next = 0
  return placed.map((one) => {
    if (!('event' in one)) return one
    return outcomes[next++] ?? new Failed(new Error('every placed request is decided'))
  })
}

/** Those of unknown customers are answered at once. */
async function placeRequests(
  deps: Deps,
  requests: readonly UsageRequest[],
): Promise<readonly (Placed | Outcome)[]> {
  const named = requests.flatMap((request) => namedBy(request))
  const { reads } = deps.uowFactory.database
  const reservations = byId(named.length === 0 ? [] : await findReservations(reads, named))
  const reservationOf = ({ input }: UsageRequest) =>
    'reservationId' in input ? reservations.get(input.reservationId) : undefined
  const events = requests.map((request) => eventOf(request, reservationOf(request)))
  const factsOf = await gatherFacts(
    deps,
    requests.map(({ organizationId }, at) => ({ organizationId, events: eventsAt(events, at) })),
  )
  return requests.map((request, at): Placed | Outcome => {
    const reservation = reservationOf(request)
    if ('reservationId' in request.input && reservation === undefined) {
      return refuse('usage_reservation_unknown')
    }
    const facts = factsOf(request.organizationId)
    const { externalCustomerId } = events[at] ?? {}
    if (externalCustomerId != null && !facts.byExternalId.has(externalCustomerId)) {
      return ofUnknownCustomer(request)
    }
    const [event] = placedOrFault(eventsAt(events, at), facts, request)
    if (event === undefined || isRefused(event)) return event ?? new Failed(new Error('one event'))
    assert(event.customerId !== null, 'the customer is known')
    const { customerId: id } = event
    return { request, event: { ...event, customerId: id }, now: facts.now, reservation }
  })
}

const eventsAt = (events: readonly EventInput[], at: number): readonly EventInput[] =>
  events.slice(at, at + 1)

/** What a check or a reservation names isn’t in an event, and its place is another one. */
function placedOrFault(
  events: readonly EventInput[],
  facts: Parameters<typeof placeEvents>[1],
  { kind }: UsageRequest,
): readonly (PlacedEvent | Refusal)[] {
  const placed = placeEvents(events, facts, () => (kind === 'track' ? ['body', 'event'] : ['body']))
  if (!isRefused(placed)) return placed
  return kind === 'settle' || kind === 'release' ? [refuse('usage_reservation_unknown')] : [placed]
}

function namedBy({ organizationId, input }: UsageRequest): readonly NamedReservation[] {
  return 'reservationId' in input
    ? [{ organizationId, id: input.reservationId, externalId: null }]
    : []
}

/** Fails closed: who isn’t known may use nothing. */
function ofUnknownCustomer({ kind }: UsageRequest): Answer {
  const refused = { allowed: false, reason: 'customer_unknown' } as const
  switch (kind) {
    case 'check':
      return { ...refused, allowance: null }
    case 'track':
      return { ...refused, duplicate: false, eventId: null, allowances: [] }
    case 'reserve':
      return { ...refused, reservation: null, allowance: null }
    case 'settle':
    case 'release':
      throw new Error('a reservation names its customer by id')
  }
}

/**
 * What PostgreSQL refuses was rolled back as a whole, so each request is tried again alone. After a
 * lost connection nobody knows, and all fail.
 */
async function decideKnown(deps: Deps, placed: readonly Placed[]): Promise<readonly Outcome[]> {
  if (placed.length === 0) return []
  try {
    return await deps.uowFactory.database.transact((tx) => decideIn(tx, deps, placed))
  } catch (error) {
    const isKnown = error instanceof pg.DatabaseError && !isConnectionLoss(error)
    if (!isKnown || placed.length === 1) return placed.map(() => new Failed(error))
    const outcomes: Outcome[] = []
    for (const one of placed) outcomes.push(...(await decideKnown(deps, [one])))
    return outcomes
  }
}

async function decideIn(
  tx: Transaction<Tables>,
  { clock }: Deps,
  placed: readonly Placed[],
): Promise<readonly Outcome[]> {
  const organizationIds = distinct(placed.map(({ request }) => request.organizationId))
  const customers = customersOf(placed)
  const named = placed.flatMap(namedNow)
  const external = placed.flatMap(externalEvents)
  const [, , , , meters, reservations, ingested, usage] = await inOrder(tx, [
    () => holdDefinitions(tx, organizationIds),
    () => holdPeriods(tx, customers),
    () => takeCustomers(tx, customers),
    () => holdBalances(tx, customers),
    () => listMetersOf(tx, organizationIds),
    () => (named.length === 0 ? null : findReservations(tx, named)),
    () => (external.length === 0 ? null : findIngested(tx, external)),
    () => readUsage(tx, customers),
  ])
  const turns = new Turns({
    usage: new Map(customers.map(({ customerId }, at) => [customerId, usage[at] ?? noCustomer()])),
    reservations: reservations ?? [],
    ingested: new Map(
      (ingested ?? []).map((one) => [
        externalKey(one.organizationId, one.externalId) ?? '',
        one.id,
      ]),
    ),
    newId: () => newId('usageReservation', clock),
  })
  const made = placed.map((one) => ({ ...one, added: newEvent(one, clock) }))
  const contributions = contributionsByEvent(
    made.map(({ added }) => added),
    meters,
  )
  const countedBy = countedEvents(contributions, meters)
  const outcomes = made.map(({ request, event, now, reservation, added }) => {
    const fault = meterFault(request, meters)
    if (fault !== null) return fault
    const counted = countedBy(added)
    return turns.answer({ request, customerId: event.customerId, now, reservation, event: counted })
  })
  await save(tx, turns, contributions)
  return outcomes
}

const noCustomer = (): never => {
  throw new Error('the usage of every customer is read')
}

async function save(
  tx: Transaction<Tables>,
  { added, reserved, ended }: Turns,
  contributions: ContributionsByEvent,
): Promise<void> {
  const counted = added.flatMap((event, at) =>
    (contributions.get(event) ?? []).map((one) => ({ ...one, place: at + 1 })),
  )
  if (added.length > 0) await insertEvents(tx, added, counted)
  if (reserved.length > 0) await insertReservations(tx, reserved)
  if (ended.length > 0) await endReservations(tx, ended)
}

const customersOf = (placed: readonly Placed[]): readonly CustomerNow[] => [
  ...new Map(
    placed.map(({ request: { organizationId }, event: { customerId }, now }) => [
      customerId,
      { organizationId, customerId, now },
    ]),
  ).values(),
]

function namedNow({ request }: Placed): readonly NamedReservation[] {
  const { organizationId, kind, input } = request
  if (kind !== 'reserve') return namedBy(request)
  return input.externalId == null
    ? []
    : [{ organizationId, id: null, externalId: input.externalId }]
}

const externalEvents = ({ request: { organizationId }, event: { event } }: Placed) =>
  event.externalId == null ? [] : [{ organizationId, externalId: event.externalId }]

const newEvent = ({ request, event }: Placed, clock: LimitDeps['clock']): NewUsageEvent => ({
  ...event,
  organizationId: request.organizationId,
  id: newId('usageEvent', clock),
})

type ContributionsByEvent = ReadonlyMap<NewUsageEvent, ReturnType<typeof contributionsOf>>

function contributionsByEvent(
  events: readonly NewUsageEvent[],
  meters: readonly MeterRow[],
): ContributionsByEvent {
  const byPlace = groupBy(contributionsOf(events, meters), ({ place }) => place)
  return new Map(events.map((event, at) => [event, byPlace.get(at + 1) ?? []]))
}

/** What meters count of each event. */
function countedEvents(contributions: ContributionsByEvent, meters: readonly MeterRow[]) {
  const meterOf = byId(meters)
  return (added: NewUsageEvent) => {
    const subscriptionId = added.event.subscriptionId ?? null
    const uses: UnitsOfMeter[] = []
    const others: Omit<UnitsOfMeter, 'units'>[] = []
    for (const { meterId, quantity } of contributions.get(added) ?? []) {
      const meter = meterOf.get(meterId)
      assert(meter !== undefined, 'it counted the event')
      if (addsUp(meter.aggregationFunc))
        uses.push({ meterId, subscriptionId, units: decimal(quantity) })
      else others.push({ meterId, subscriptionId })
    }
    return { added, uses, others }
  }
}

function meterFault(
  { organizationId, input }: UsageRequest,
  meters: readonly MeterRow[],
): Refusal | null {
  if (!('meterId' in input)) return null
  const meter = meters.find(
    (one) => one.id === input.meterId && one.organizationId === organizationId,
  )
  const details = { loc: ['body', 'meter_id'] }
  if (meter === undefined) return refuse('usage_meter_unknown', details)
  return addsUp(meter.aggregationFunc) ? null : refuse('usage_meter_not_added_up', details)
}
