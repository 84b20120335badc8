import {
  type Holder,
  type LaneKey,
  leaseLanes,
  leaseSeconds,
  releaseLanes,
  renewLeases,
} from '../../store/lanes.ts'
import type { DeliveryDeps } from './deps.ts'
import type { LeasedLane } from './lane-session.ts'
import type { LeasedLanes } from './leased-lanes.ts'

/** Leases keep other processes away from the lanes of this one. */
export interface Leases {
  /** Takes lanes that no other process leases, as far as there is room. */
  take(keys: readonly LaneKey[]): Promise<void>
  /** Renews all leases, if it is time. */
  renew(): Promise<void>
  /** Releases lanes that have been idle since then. */
  releaseIdle(since: number): Promise<void>
}

const leaseMilliseconds = leaseSeconds * 1_000
const renewMilliseconds = 2_500
/** As long as an attempt may take: none is started that could outlast its lease. */
const attemptMilliseconds = 10_000
const lanesMax = 1_000

/** Whether the lease lasts long enough for another attempt. */
export const canStartAttempt = (
  { leasedUntil }: LeasedLane,
  monotonicMilliseconds: number,
): boolean => monotonicMilliseconds < leasedUntil - attemptMilliseconds

export function createLeases(
  { database: { kysely }, clock }: Pick<DeliveryDeps, 'database' | 'clock'>,
  holder: Holder,
  lanes: LeasedLanes,
): Leases {
  const now = () => clock.monotonicMilliseconds()
  let renewAt = now()

  return {
    async take(keys) {
      const wanted = keys.slice(0, Math.max(0, lanesMax - lanes.size))
      if (wanted.length === 0) return
      const requestedAt = now()
      const taken = await leaseLanes(kysely, holder, wanted)
      for (const lane of taken) lanes.add(lane, requestedAt + leaseMilliseconds)
    },
    async renew() {
      const leased = lanes.leased()
      if (leased.length === 0 || now() < renewAt) return
      const requestedAt = now()
      const renewed = new Set(await renewLeases(kysely, holder, leased))
      for (const lane of leased) {
        const isRenewed = renewed.has(lane.endpointId)
        lane.leasedUntil = isRenewed ? requestedAt + leaseMilliseconds : requestedAt
      }
      renewAt = requestedAt + renewMilliseconds
    },
    async releaseIdle(since) {
      const idle = lanes.takeIdle(since)
      if (idle.length > 0) await releaseLanes(kysely, holder, idle)
    },
  }
}
