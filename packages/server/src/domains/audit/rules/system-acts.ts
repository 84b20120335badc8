import type { EventName } from '@guildhall/contract/events'

interface SystemAct {
  readonly event: EventName
  /** Named like the operation that does the same. */
  readonly action: string
}

/**
 * What jobs do to something that a seller decides about. What follows from time alone, such as
 * renewals, is in the timeline of its customer. An order is void because its subscription ended,
 * which its customer may have done.
 */
const acts: readonly SystemAct[] = [
  { event: 'order.written_off', action: 'writeOffOrder' },
  { event: 'top_up.stopped', action: 'stopTopUp' },
]

export const systemEvents = acts.map(({ event }) => event)

/** Null for all other events. */
export const systemActOf = (name: string): string | null =>
  acts.find(({ event }) => event === name)?.action ?? null
