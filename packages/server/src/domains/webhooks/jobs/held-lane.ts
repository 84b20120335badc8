import { type SecretsAt, secretsOf } from '../actions/endpoint-secrets.ts'
import { type EndpointRow, findEndpointsOf } from '../store/endpoints.ts'
import type { LaneKey, LanePlace } from '../store/lanes.ts'
import type { Noted, Result, TakeNote } from './deliver-notes.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import type { LaneStep } from './judge-lane.ts'

/** A lane in the hands of this process. */
export interface HeldLane extends LaneKey {
  place: LanePlace
  /** Until when nobody else takes it, by the clock that never jumps. */
  heldUntil: number
}

/** What work on lanes takes. */
export interface LaneParts extends DeliveryParts {
  readonly note: TakeNote
  /** Whether the lane is still this process’s, and this process is to go on. */
  readonly mayGoOn: (lane: HeldLane) => boolean
  /** Whether this process has cut off what it was sending: that it failed means nothing then. */
  readonly isCutOff: () => boolean
}

/** An endpoint as it was read, for as long as it stays so. */
export interface Sitting {
  readonly endpoint: EndpointRow
  readonly secretsAt: SecretsAt
  isOver: boolean
}

/** Null where there is no such endpoint any more. */
export async function sitDown(
  { database, keyring }: Pick<LaneParts, 'database' | 'keyring'>,
  { organizationId, endpointId }: LaneKey,
): Promise<Sitting | null> {
  const [endpoint] = await findEndpointsOf(database.reads, organizationId, [endpointId])
  if (endpoint === undefined) return null
  return { endpoint, secretsAt: secretsOf(keyring, endpoint), isOver: false }
}

interface Finding {
  readonly sitting: Sitting
  readonly result: Result
  readonly step: LaneStep | null
}

/** Notes what came of an event, and hears whether all is as it was. */
export async function noteDown(
  parts: LaneParts,
  lane: HeldLane,
  { sitting, result, step }: Finding,
): Promise<void> {
  if (parts.isCutOff() && result.attempted?.succeeded === false) {
    sitting.isOver = true
    return
  }
  hear(lane, sitting, await parts.note({ ...result, lane, step }))
}

function hear(lane: HeldLane, sitting: Sitting, noted: Noted): void {
  if (noted === null) lane.heldUntil = Number.NEGATIVE_INFINITY
  if (noted?.version !== sitting.endpoint.version) sitting.isOver = true
}
