import type { EventPayload } from '@guildhall/contract/events'
import { eventOf } from '../../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../../platform/outbox/record.ts'
import {
  type AttemptOutcome,
  type EndpointHealth,
  type HealthNotice,
  healthAfterAttempt,
} from '../../rules/endpoint-health.ts'
import {
  enablementAfter,
  isDisabledByMember,
  isSuspended,
  type SuspensionChange,
} from '../../rules/endpoint-suspension.ts'
import type { LaneState, LockedLane } from '../../store/lane-state.ts'
import type { LanePosition } from '../../store/lanes.ts'

/** A lane moves on without leaving out an event. */
export interface LaneStep {
  readonly from: number
  readonly to: LanePosition
}

interface LaneResult {
  readonly step: LaneStep | null
  readonly outcome: AttemptOutcome | null
  readonly isDueChanged: boolean
}

export interface LaneUpdate {
  readonly state: LaneState
  /** Null where the endpoint stays as it is. */
  readonly suspension: SuspensionChange | null
  readonly endpoint: Pick<LockedLane, 'version' | 'isEnabled' | 'disabledReason'>
  /** What members are notified of. */
  readonly events: readonly NewEvent[]
}

/**
 * What results mean for their lane, in order. Null where the lane is not at the position that its
 * holder assumes, because an earlier result was lost.
 */
export function laneUpdateAfter(
  lane: LockedLane,
  results: readonly LaneResult[],
  now: Date,
): LaneUpdate | null {
  const position = positionAfter(lane, results)
  if (position === null) return null
  const before: EndpointHealth = { ...lane, isSuspended: isSuspended(lane) }
  const outcomes = results.flatMap(({ outcome }) => outcome ?? [])
  const { health, notices } = healthAfter(before, outcomes, now)
  const isStopped = isDisabledByMember(lane)
  const suspension = isStopped ? null : suspensionOf(before, health)
  const { isSuspended: _isSuspended, ...fields } = health
  return {
    state: {
      organizationId: lane.organizationId,
      endpointId: lane.endpointId,
      ...fields,
      readThrough: position.readThrough,
      readAt: position.readAt,
      isDueChanged: suspension === 'resumed' || results.some(({ isDueChanged }) => isDueChanged),
    },
    suspension,
    endpoint: endpointAfter(lane, suspension),
    events: isStopped ? [] : eventsOf(lane, health, { notices, suspension }),
  }
}

function positionAfter(lane: LanePosition, results: readonly LaneResult[]): LanePosition | null {
  let position = lane
  for (const { step } of results) {
    if (step !== null && step.from !== position.readThrough) return null
    position = step?.to ?? position
  }
  return position
}

function healthAfter(before: EndpointHealth, outcomes: readonly AttemptOutcome[], now: Date) {
  let health = before
  const notices: HealthNotice[] = []
  for (const outcome of outcomes) {
    const change = healthAfterAttempt(health, outcome, now)
    health = change.health
    if (change.notice !== null) notices.push(change.notice)
  }
  return { health, notices }
}

function suspensionOf(before: EndpointHealth, after: EndpointHealth): SuspensionChange | null {
  if (before.isSuspended === after.isSuspended) return null
  return after.isSuspended ? 'suspended' : 'resumed'
}

const endpointAfter = (
  { version, isEnabled, disabledReason }: LockedLane,
  suspension: SuspensionChange | null,
): LaneUpdate['endpoint'] =>
  suspension === null
    ? { version, isEnabled, disabledReason }
    : { version: version + 1, ...enablementAfter[suspension] }

interface Noticed {
  readonly notices: readonly HealthNotice[]
  readonly suspension: SuspensionChange | null
}

function eventsOf(
  { organizationId, endpointId: id, url, name, version: before }: LockedLane,
  { failedEvents, failingSince }: EndpointHealth,
  { notices, suspension }: Noticed,
): NewEvent[] {
  const version = suspension === null ? before : before + 1
  const subject = { organizationId, id, version }
  const payload: EventPayload<'webhook_endpoint.warned'> = {
    id,
    url,
    name,
    failedEvents,
    failingSince,
  }
  // A success after the warning, in the same batch, makes it pointless.
  const isWarned = notices.includes('warned') && failingSince !== null
  return [
    ...(isWarned ? [eventOf('webhook_endpoint.warned', subject, payload)] : []),
    ...(suspension === null ? [] : [eventOf(`webhook_endpoint.${suspension}`, subject, payload)]),
  ]
}
