import type { Id } from '@guildhall/contract/primitives'
import type { Lane, LaneAhead } from '../store/lanes.ts'
import { deliverDue } from './deliver-due.ts'
import { deliverNews } from './deliver-news.ts'
import type { HeldLane, LaneParts } from './held-lane.ts'

/** What goes on in a lane at once: what fails holds up nothing but its own object. */
const sides = { news: deliverNews, due: deliverDue } as const

type Side = keyof typeof sides

interface OwnLane extends HeldLane {
  readonly atWork: Map<Side, Promise<void>>
  idleSince: number
  /** Until when it's left alone, because it could not be worked on. */
  leftAloneUntil: number
}

/** After a failure of our own, of the database above all. */
const leftAloneMilliseconds = 1_000

/** The lanes of this process, and what it does in them. */
export interface OwnLanes {
  readonly size: number
  has(endpointId: Id<'webhookEndpoint'>): boolean
  add(lane: Lane, heldUntil: number): void
  /** Starts what is to be done in a lane, if it's here. */
  start(ahead: LaneAhead): void
  busyWith(side: Side): Id<'webhookEndpoint'>[]
  /** Those that are still this process’s as far as it knows. */
  held(): HeldLane[]
  /** Takes out those in which nothing has been done since then, and answers those to be left. */
  takeIdle(since: number): HeldLane[]
  /** What is being done just now. */
  atWork(): Promise<void>[]
}

interface OwnLanesParts extends LaneParts {
  /** Told whenever something has come to its end. */
  readonly ended: () => void
}

export function createOwnLanes(parts: OwnLanesParts): OwnLanes {
  const { clock, log } = parts
  const lanes = new Map<Id<'webhookEndpoint'>, OwnLane>()
  const now = () => clock.monotonicMilliseconds()
  const isLost = ({ heldUntil }: OwnLane) => now() >= heldUntil
  const all = () => [...lanes.values()]

  async function workOn(lane: OwnLane, side: Side): Promise<void> {
    try {
      await sides[side](parts, lane)
    } catch (error) {
      log.warn({ err: error, endpoint: lane.endpointId }, 'webhooks could not be sent')
      // What was noted last isn’t known, so the lane is read anew.
      lane.heldUntil = Number.NEGATIVE_INFINITY
      lane.leftAloneUntil = now() + leftAloneMilliseconds
    }
    lane.atWork.delete(side)
    lane.idleSince = now()
    parts.ended()
  }

  return {
    get size() {
      return lanes.size
    },
    has: (endpointId) => lanes.has(endpointId),
    add: ({ readThrough, readAt, ...key }, heldUntil) => {
      const place = { readThrough, readAt }
      const fresh = { atWork: new Map(), idleSince: now(), leftAloneUntil: now() }
      lanes.set(key.endpointId, { ...key, ...fresh, place, heldUntil })
    },
    start: ({ endpointId, isNewsAhead, isDue }) => {
      const lane = lanes.get(endpointId)
      if (lane === undefined || isLost(lane)) return
      for (const [side, isWanted] of [
        ['news', isNewsAhead],
        ['due', isDue],
      ] as const) {
        if (isWanted && !lane.atWork.has(side)) lane.atWork.set(side, workOn(lane, side))
      }
    },
    busyWith: (side) =>
      all()
        .filter((lane) => lane.atWork.has(side) || isLost(lane))
        .map(({ endpointId }) => endpointId),
    held: () => all().filter((lane) => !isLost(lane)),
    takeIdle: (since) => {
      const idle = all().filter(
        (lane) =>
          lane.atWork.size === 0 &&
          (isLost(lane) ? lane.leftAloneUntil <= now() : lane.idleSince <= since),
      )
      for (const { endpointId } of idle) lanes.delete(endpointId)
      return idle.filter((lane) => !isLost(lane))
    },
    atWork: () => all().flatMap(({ atWork }) => [...atWork.values()]),
  }
}
