import type { Id } from '@guildhall/contract/primitives'
import type { Lane, LaneWithWork } from '../../store/lanes.ts'
import { deliverDue } from './deliver-due.ts'
import { deliverNew } from './deliver-new.ts'
import type { LaneDeps, LeasedLane } from './lane-session.ts'

/** Both run concurrently in a lane: a retry holds up only events of its own object. */
const deliveries = { new: deliverNew, due: deliverDue } as const

type Kind = keyof typeof deliveries

interface OwnLane extends LeasedLane {
  readonly running: Map<Kind, Promise<void>>
  idleSince: number
  /** After an error the lane is left alone until then. */
  pausedUntil: number
}

const pauseAfterErrorMilliseconds = 1_000

/** The lanes that this process leases, and what it does in them. */
export interface LeasedLanes {
  readonly size: number
  has(endpointId: Id<'webhookEndpoint'>): boolean
  add(lane: Lane, leasedUntil: number, life: LeasedLane['life']): void
  /** Starts what is to be sent in a lane, if this process leases it. */
  start(work: LaneWithWork): void
  busyWith(kind: Kind): Id<'webhookEndpoint'>[]
  /** The lanes whose lease lasts, as far as this process knows. */
  leased(): LeasedLane[]
  /** Removes lanes that have been idle since then, and returns those to be released. */
  takeIdle(since: number): LeasedLane[]
  running(): Promise<void>[]
}

interface LeasedLanesDeps extends LaneDeps {
  /** Called whenever a delivery run has ended. */
  readonly onEnded: () => void
}

export function createLeasedLanes(deps: LeasedLanesDeps): LeasedLanes {
  const { clock, log } = deps
  const lanes = new Map<Id<'webhookEndpoint'>, OwnLane>()
  const now = () => clock.monotonicMilliseconds()
  const isLost = ({ leasedUntil }: OwnLane) => now() >= leasedUntil
  const all = () => [...lanes.values()]

  async function run(lane: OwnLane, kind: Kind): Promise<void> {
    try {
      await deliveries[kind](deps, lane)
    } catch (error) {
      log.warn({ err: error, endpoint: lane.endpointId }, 'webhooks could not be sent')
      // It is unknown what was saved last, so the lane must be read again.
      lane.leasedUntil = Number.NEGATIVE_INFINITY
      lane.pausedUntil = now() + pauseAfterErrorMilliseconds
    }
    lane.running.delete(kind)
    lane.idleSince = now()
    deps.onEnded()
  }

  return {
    get size() {
      return lanes.size
    },
    has: (endpointId) => lanes.has(endpointId),
    add: ({ readThrough, readAt, ...key }, leasedUntil, life) => {
      const position = { readThrough, readAt }
      const fresh = { running: new Map(), idleSince: now(), pausedUntil: now() }
      lanes.set(key.endpointId, { ...key, ...fresh, position, leasedUntil, life })
    },
    start: ({ endpointId, hasNewEvents, hasDueRetries }) => {
      const lane = lanes.get(endpointId)
      if (lane === undefined || isLost(lane)) return
      for (const [kind, isWanted] of [
        ['new', hasNewEvents],
        ['due', hasDueRetries],
      ] as const) {
        if (isWanted && !lane.running.has(kind)) lane.running.set(kind, run(lane, kind))
      }
    },
    busyWith: (kind) =>
      all()
        .filter((lane) => lane.running.has(kind) || isLost(lane))
        .map(({ endpointId }) => endpointId),
    leased: () => all().filter((lane) => !isLost(lane)),
    takeIdle: (since) => {
      const idle = all().filter(
        (lane) =>
          lane.running.size === 0 &&
          (isLost(lane) ? lane.pausedUntil <= now() : lane.idleSince <= since),
      )
      for (const { endpointId } of idle) lanes.delete(endpointId)
      return idle.filter((lane) => !isLost(lane))
    },
    running: () => all().flatMap(({ running }) => [...running.values()]),
  }
}
