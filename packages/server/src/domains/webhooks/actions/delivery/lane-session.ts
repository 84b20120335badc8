import type { LifeLock } from '../../../../platform/life-lock.ts'
import { type EndpointRow, findEndpointsOf } from '../../store/endpoints.ts'
import type { LaneKey, LanePosition } from '../../store/lanes.ts'
import { type SecretsAt, secretsOf } from '../endpoint-secrets.ts'
import type { DeliveryDeps } from './deps.ts'
import type { LaneStep } from './lane-update.ts'
import type { DeliveryResult, SavedEndpoint, SaveResult } from './save-results.ts'

/** A lane that this process serves. */
export interface LeasedLane extends LaneKey {
  position: LanePosition
  /** Until when no other process can take it, by the monotonic clock. */
  leasedUntil: number
  /** The life lock with which it is leased: when that is gone, others can take it. */
  life: ReturnType<LifeLock['current']>
}

export interface LaneDeps extends DeliveryDeps {
  readonly saveResult: SaveResult
  /** False once the lease runs out, or this process is to stop. */
  readonly mayContinue: (lane: LeasedLane) => boolean
  /** Whether this process has closed its connections, so that failures mean nothing. */
  readonly isCutOff: () => boolean
}

/** An endpoint as it was read, until it changes. */
export interface LaneSession {
  readonly endpoint: EndpointRow
  readonly secretsAt: SecretsAt
  isOver: boolean
}

/** Null where the endpoint was deleted. */
export async function openLaneSession(
  { database, keyring }: Pick<LaneDeps, 'database' | 'keyring'>,
  { organizationId, endpointId }: LaneKey,
): Promise<LaneSession | null> {
  const [endpoint] = await findEndpointsOf(database.reads, organizationId, [endpointId])
  if (endpoint === undefined) return null
  return { endpoint, secretsAt: secretsOf(keyring, endpoint), isOver: false }
}

interface Recorded {
  readonly session: LaneSession
  readonly result: DeliveryResult
  readonly step: LaneStep | null
}

/** Saves a result, and ends the session where the endpoint or the lease is no longer the same. */
export async function recordResult(
  deps: LaneDeps,
  lane: LeasedLane,
  { session, result, step }: Recorded,
): Promise<void> {
  if (deps.isCutOff() && result.outcome?.succeeded === false) {
    session.isOver = true
    return
  }
  follow(lane, session, await deps.saveResult({ ...result, lane, step }))
}

function follow(lane: LeasedLane, session: LaneSession, saved: SavedEndpoint | null): void {
  if (saved === null) lane.leasedUntil = Number.NEGATIVE_INFINITY
  if (saved?.version !== session.endpoint.version) session.isOver = true
}
