import {
  type Holder,
  keepLanes,
  type LaneKey,
  leaseSeconds,
  leaveLanes,
  takeLanes,
} from '../store/lanes.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import type { HeldLane } from './held-lane.ts'
import type { OwnLanes } from './own-lanes.ts'

/** What says to all other processes which lanes are this one’s. */
export interface Leases {
  /** Takes those of them that nobody else has, as far as there is room. */
  take(keys: readonly LaneKey[]): Promise<void>
  /** Says that this process is still there, where it’s time to. */
  renew(): Promise<void>
  /** Leaves lanes in which nothing has been done since then. */
  leaveIdle(since: number): Promise<void>
}

const leaseMilliseconds = leaseSeconds * 1_000
const renewMilliseconds = 2_500
/** As long as an attempt may take: none is started that could outlast its lease. */
const attemptMilliseconds = 10_000
const lanesMax = 1_000

/** Whether there is time enough for an attempt. */
export const isHeldAt = ({ heldUntil }: HeldLane, monotonicMilliseconds: number): boolean =>
  monotonicMilliseconds < heldUntil - attemptMilliseconds

export function createLeases(
  { database: { kysely }, clock }: Pick<DeliveryParts, 'database' | 'clock'>,
  holder: Holder,
  lanes: OwnLanes,
): Leases {
  const now = () => clock.monotonicMilliseconds()
  let renewAt = now()

  return {
    async take(keys) {
      const wanted = keys.slice(0, Math.max(0, lanesMax - lanes.size))
      if (wanted.length === 0) return
      const askedAt = now()
      const taken = await takeLanes(kysely, holder, wanted)
      for (const lane of taken) lanes.add(lane, askedAt + leaseMilliseconds)
    },
    async renew() {
      const held = lanes.held()
      if (held.length === 0 || now() < renewAt) return
      const askedAt = now()
      const kept = new Set(await keepLanes(kysely, holder, held))
      for (const lane of held) {
        lane.heldUntil = kept.has(lane.endpointId) ? askedAt + leaseMilliseconds : askedAt
      }
      renewAt = askedAt + renewMilliseconds
    },
    async leaveIdle(since) {
      const idle = lanes.takeIdle(since)
      if (idle.length > 0) await leaveLanes(kysely, holder, idle)
    },
  }
}
