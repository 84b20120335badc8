import type { Fault } from '@guildhall/contract/faults'
import type { Id } from '@guildhall/contract/primitives'
import type { EventInput } from '@guildhall/contract/usage/event-input'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { removedText } from './retention.ts'

/** What is known of those whom events of one organization name. */
export interface NamedFacts {
  /** By the organization's clock. */
  readonly now: Date
  /** Since when all events are kept; null where none was removed. */
  readonly completeFrom: Date | null
  readonly customerIds: ReadonlySet<string>
  readonly byExternalId: ReadonlyMap<string, Id<'customer'>>
  /** The customers of subscriptions. */
  readonly subscriptions: ReadonlyMap<string, Id<'customer'>>
}

/** An event with its time and its customer; null while nobody has the external id. */
export interface PlacedEvent {
  readonly event: EventInput
  readonly timestamp: Date
  readonly customerId: Id<'customer'> | null
}

/** Clocks of clients may be ahead by this. */
const aheadMillisecondsMax = 60_000
const faultsMax = 100

/** Where a request has an event. */
type LocOf = (index: number) => Fault['loc']

const inEvents: LocOf = (index) => ['body', 'events', index]

/** All of them, or every fault with its place, up to a hundred. */
export function placeEvents(
  events: readonly EventInput[],
  facts: NamedFacts,
  locOf: LocOf = inEvents,
): readonly PlacedEvent[] | Refusal<'invalid_input'> {
  const faults: Fault[] = []
  const placed = events.map((event, index) => {
    const one = placeEvent(event, facts)
    if (faults.length < faultsMax) faultsOf(one, facts, locOf(index), faults)
    return one
  })
  return faults.length === 0
    ? placed
    : refuse('invalid_input', { faults: faults.slice(0, faultsMax) })
}

function placeEvent(event: EventInput, { now, byExternalId }: NamedFacts): PlacedEvent {
  const { customerId, externalCustomerId } = event
  return {
    event,
    timestamp: event.timestamp ?? now,
    customerId: customerId ?? byExternalId.get(externalCustomerId ?? '') ?? null,
  }
}

function faultsOf(
  placed: PlacedEvent,
  facts: NamedFacts,
  loc: Fault['loc'],
  faults: Fault[],
): void {
  const { event, timestamp, customerId } = placed
  const add = (field: string, msg: string) =>
    faults.push({ loc: [...loc, field], msg, type: 'value_error' })
  if (timestamp.getTime() > facts.now.getTime() + aheadMillisecondsMax) {
    add('timestamp', 'Events can’t be in the future')
  }
  if (facts.completeFrom !== null && timestamp < facts.completeFrom) {
    add('timestamp', removedText(facts.completeFrom))
  }
  if (event.customerId != null && !facts.customerIds.has(event.customerId)) {
    add('customer_id', 'Customer not found')
  }
  if (event.subscriptionId == null) return
  const subscriber = facts.subscriptions.get(event.subscriptionId)
  if (subscriber === undefined) add('subscription_id', 'Subscription not found')
  else if (subscriber !== customerId) {
    add('subscription_id', 'The subscription belongs to another customer')
  }
}

/** All events of a request belong to one organization, which any of them may name. */
export function namedOrganization(
  requested: Id<'organization'> | null | undefined,
  events: readonly Pick<EventInput, 'organizationId'>[],
  locOf: LocOf = inEvents,
): Id<'organization'> | null | Refusal<'invalid_input'> {
  const faults: Fault[] = []
  let named = requested ?? null
  for (const [index, { organizationId }] of events.entries()) {
    if (organizationId == null) continue
    named ??= organizationId
    if (organizationId === named || faults.length === faultsMax) continue
    const loc = [...locOf(index), 'organization_id']
    faults.push({ loc, msg: 'All events must be of one organization', type: 'value_error' })
  }
  return faults.length === 0 ? named : refuse('invalid_input', { faults })
}
