import {
  findNewsAhead,
  type NewEventAhead,
  type NewsAhead,
  placesMax,
} from '../store/deliveries-ahead.ts'
import type { LanePlace } from '../store/lanes.ts'
import type { HeldLane, LaneParts } from './held-lane.ts'

/** A piece of the line, as one endpoint sees it. */
export interface NewsPage {
  /** What it asks for, in order. */
  readonly events: readonly NewEventAhead[]
  /** Where the lane has come when they have all left. */
  readonly end: LanePlace
  /** Where the line ends. */
  readonly head: number
  /** How many events wait, at most. */
  readonly lag: number
}

const eventsMax = 100

export async function readPage(
  { database, clock }: Pick<LaneParts, 'database' | 'clock'>,
  lane: HeldLane,
): Promise<NewsPage> {
  const wanted = { now: clock.now(), limit: eventsMax }
  const found = await findNewsAhead(database, { ...lane, ...lane.place }, wanted)
  const { events, head } = found
  const isAll = events.length < eventsMax
  const lag = isAll ? events.length : head - lane.place.readThrough
  return { events, head, lag, end: endOf(lane.place, found) }
}

function endOf({ readThrough, readAt }: LanePlace, { events, head, now }: NewsAhead): LanePlace {
  const last = events.at(-1)
  if (last !== undefined && events.length === eventsMax) return placeOf(last)
  return readThrough + placesMax < head
    ? { readThrough: readThrough + placesMax, readAt: last?.loggedAt ?? readAt }
    : { readThrough: Math.max(head, readThrough), readAt: now }
}

export const placeOf = ({ sequence, loggedAt }: NewEventAhead): LanePlace => ({
  readThrough: sequence,
  readAt: loggedAt,
})
