import type { LanePosition } from '../../store/lanes.ts'
import {
  findNewEvents,
  type NewEventsFound,
  type NewPendingEvent,
  scannedMax,
} from '../../store/pending-events.ts'
import type { LaneDeps, LeasedLane } from './lane-session.ts'

/** The next events for one endpoint. */
export interface PendingEventsPage {
  readonly events: readonly NewPendingEvent[]
  /** The position of the lane once all of them are sent. */
  readonly end: LanePosition
  /** The last sequence of the log. */
  readonly head: number
  /** How many events wait, at most. */
  readonly lag: number
}

const eventsMax = 100

export async function readPendingEvents(
  { database, clock }: Pick<LaneDeps, 'database' | 'clock'>,
  lane: LeasedLane,
): Promise<PendingEventsPage> {
  const query = { now: clock.now(), limit: eventsMax }
  const found = await findNewEvents(database, { ...lane, ...lane.position }, query)
  const { events, head } = found
  const isAll = events.length < eventsMax
  const lag = isAll ? events.length : head - lane.position.readThrough
  return { events, head, lag, end: endOf(lane.position, found) }
}

function endOf(
  { readThrough, readAt }: LanePosition,
  { events, head, now }: NewEventsFound,
): LanePosition {
  const last = events.at(-1)
  if (last !== undefined && events.length === eventsMax) return positionOf(last)
  return readThrough + scannedMax < head
    ? { readThrough: readThrough + scannedMax, readAt: last?.loggedAt ?? readAt }
    : { readThrough: Math.max(head, readThrough), readAt: now }
}

export const positionOf = ({ sequence, loggedAt }: NewPendingEvent): LanePosition => ({
  readThrough: sequence,
  readAt: loggedAt,
})
