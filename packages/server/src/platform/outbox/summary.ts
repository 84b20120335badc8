import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import type { JsonObject } from '../database/json.ts'

export interface CustomerPlace {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/**
 * An event that nobody records: it is told once per customer and transaction, after what happened to
 * the customer there. So whoever changes something needn’t know who else shows it.
 */
export interface Summary {
  readonly name: string
  readonly objectType: string
  /** The names of the events that it follows. */
  readonly follows: readonly string[]
  /** What is told of each, as it is by now, in a few statements; nothing of whoever is gone. */
  tell(
    db: Kysely<Tables>,
    customers: readonly CustomerPlace[],
  ): Promise<ReadonlyMap<Id<'customer'>, JsonObject>>
}

/** An event on its way out, without what it tells. */
export interface WaitingEvent {
  readonly id: number
  readonly organizationId: Id<'organization'> | null
  readonly customerId: Id<'customer'> | null
  readonly name: string
  readonly transaction: string
}

export interface DueSummary extends CustomerPlace {
  /** The last event of its transaction in the organization’s line. */
  readonly after: number
}

interface Followed extends CustomerPlace {
  /** Of customer and transaction. */
  readonly key: string
  readonly event: WaitingEvent
}

/**
 * Which summaries a batch leads to, in the order of what they follow. A transaction may go on in
 * the events that come next: of whom they tell more, the summary waits for it.
 */
export function summariesDue(
  follows: readonly string[],
  batch: readonly WaitingEvent[],
  next: readonly WaitingEvent[],
): DueSummary[] {
  const goesOn = new Set(followedIn(follows, next).map(({ key }) => key))
  const ends = new Map(batch.map((event) => [lineOf(event), event.id]))
  const due = new Map<string, DueSummary>()
  for (const { key, event, organizationId, customerId } of followedIn(follows, batch)) {
    if (goesOn.has(key) || due.has(key)) continue
    due.set(key, { organizationId, customerId, after: ends.get(lineOf(event)) ?? event.id })
  }
  return [...due.values()]
}

const lineOf = ({ transaction, organizationId }: WaitingEvent): string =>
  `${transaction} ${organizationId}`

function followedIn(follows: readonly string[], events: readonly WaitingEvent[]): Followed[] {
  return events.flatMap((event) => {
    const { organizationId, customerId, name } = event
    if (organizationId === null || customerId === null || !follows.includes(name)) return []
    return [{ key: `${lineOf(event)} ${customerId}`, event, organizationId, customerId }]
  })
}
