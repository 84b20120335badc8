import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import type { JsonText } from '../database/json.ts'

export interface CustomerRef {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/**
 * A derived event: added once per customer and transaction, after the customer's other events
 * there. So code that changes something needn't know who else shows it.
 */
export interface Summary {
  readonly name: string
  readonly objectType: string
  /** The names of the events that trigger it. */
  readonly follows: readonly string[]
  /** The current payload of each customer, read in a few statements; none for deleted customers. */
  summarize(
    db: Kysely<Tables>,
    customers: readonly CustomerRef[],
  ): Promise<ReadonlyMap<Id<'customer'>, JsonText>>
}

/** An event in the outbox, without its payload. */
export interface WaitingEvent {
  readonly id: number
  readonly organizationId: Id<'organization'> | null
  readonly customerId: Id<'customer'> | null
  readonly name: string
  readonly transaction: string
}

export interface DueSummary extends CustomerRef {
  /** The last event of its transaction in its organization. */
  readonly after: number
}

interface Followed extends CustomerRef {
  /** Of customer and transaction. */
  readonly key: string
  readonly event: WaitingEvent
}

/**
 * The summaries due for a batch, in the order of the events they follow. A transaction may continue
 * in the events after the batch: if those concern the same customer, the summary waits for it.
 */
export function summariesDue(
  follows: readonly string[],
  batch: readonly WaitingEvent[],
  next: readonly WaitingEvent[],
): DueSummary[] {
  const continuing = new Set(followedIn(follows, next).map(({ key }) => key))
  const ends = new Map(batch.map((event) => [lineOf(event), event.id]))
  const due = new Map<string, DueSummary>()
  for (const { key, event, organizationId, customerId } of followedIn(follows, batch)) {
    if (continuing.has(key) || due.has(key)) continue
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
