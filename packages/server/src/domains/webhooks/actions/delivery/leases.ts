import type { LifeLock } from '../../../../platform/life-lock.ts'
import {
  freeLanesOfDead,
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
  /** Frees the lanes of dead processes, if it is time. */
  freeDead(): Promise<void>
  /** Takes lanes that no other process leases, as far as there is room. */
  take(keys: readonly LaneKey[]): Promise<void>
  /** Renews all leases, if it is time. */
  renew(): Promise<void>
  /** Releases lanes that have been idle since then. */
  releaseIdle(since: number): Promise<void>
}

const leaseMilliseconds = leaseSeconds * 1_000
const renewMilliseconds = 2_500
const freeMilliseconds = 400
/** As long as an attempt may take: none is started that could outlast its lease. */
const attemptMilliseconds = 10_000
const lanesMax = 1_000

/**
 * Whether the lease lasts long enough for another attempt, and nobody could have taken the process
 * for dead meanwhile.
 */
export const canStartAttempt = (
  { leasedUntil, life }: LeasedLane,
  currentLife: ReturnType<LifeLock['current']>,
  monotonicMilliseconds: number,
): boolean =>
  monotonicMilliseconds < leasedUntil - attemptMilliseconds &&
  (life === null || life === currentLife)

export function createLeases(
  { database: { kysely }, clock }: Pick<DeliveryDeps, 'database' | 'clock'>,
  { holder, life }: { readonly holder: Holder; readonly life: LifeLock },
  lanes: LeasedLanes,
): Leases {
  const now = () => clock.monotonicMilliseconds()
  let renewAt = now()
  let freeAt = now()

  return {
    async freeDead() {
      if (now() < freeAt) return
      freeAt = now() + freeMilliseconds
      await freeLanesOfDead(kysely, holder)
    },
    async take(keys) {
      const wanted = keys.slice(0, Math.max(0, lanesMax - lanes.size))
      if (wanted.length === 0) return
      const requestedAt = now()
      const shown = life.current()
      const taken = await leaseLanes(kysely, { holder, showsLife: shown !== null }, wanted)
      for (const lane of taken) lanes.add(lane, requestedAt + leaseMilliseconds, shown)
    },
    async renew() {
      const shown = life.current()
      for (const lane of lanes.leased()) {
        if (lane.life !== null && lane.life !== shown) lane.leasedUntil = Number.NEGATIVE_INFINITY
      }
      const leased = lanes.leased()
      // Leases from before this process could show that it lives are renewed at once.
      const isShownNow = shown !== null && leased.some((lane) => lane.life === null)
      if (leased.length === 0 || (now() < renewAt && !isShownNow)) return
      const requestedAt = now()
      const showsLife = shown !== null
      const renewed = new Set(await renewLeases(kysely, { holder, showsLife }, leased))
      for (const lane of leased) {
        const isRenewed = renewed.has(lane.endpointId)
        lane.leasedUntil = isRenewed ? requestedAt + leaseMilliseconds : requestedAt
        lane.life = shown
      }
      renewAt = requestedAt + renewMilliseconds
    },
    async releaseIdle(since) {
      const idle = lanes.takeIdle(since)
      if (idle.length > 0) await releaseLanes(kysely, holder, idle)
    },
  }
}
