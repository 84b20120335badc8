import type { NewEvent } from '../../../platform/outbox/record.ts'
import {
  type Attempted,
  type Standing,
  type StandingNews,
  standingAfter,
} from '../rules/standing.ts'
import type { LockedLane, NotedLane } from '../store/lane-standings.ts'
import type { LanePlace } from '../store/lanes.ts'

/** A lane reads on without leaving anything out. */
export interface LaneStep {
  readonly from: number
  readonly to: LanePlace
}

interface Noting {
  readonly step: LaneStep | null
  readonly attempted: Attempted | null
  readonly isDueChanged: boolean
}

export interface JudgedLane {
  readonly noted: NotedLane
  /** What becomes of its endpoint; null where it stays as it is. */
  readonly turn: 'awake' | 'resting' | null
  readonly after: Pick<LockedLane, 'version' | 'isEnabled' | 'disabledReason'>
  /** What the members are to be told. */
  readonly events: readonly NewEvent[]
}

/**
 * What follows for a lane from what was noted of it, in order; null where it isn’t where its holder
 * takes it to be, since an earlier note was lost.
 */
export function judgeLane(
  lane: LockedLane,
  notes: readonly Noting[],
  now: Date,
): JudgedLane | null {
  const place = placeAfter(lane, notes)
  if (place === null) return null
  const before: Standing = { ...lane, isResting: lane.disabledReason === 'failing' }
  const attempts = notes.flatMap(({ attempted }) => attempted ?? [])
  const { standing, news } = judgeAll(before, attempts, now)
  const isStopped = lane.disabledReason === 'member'
  const turn = isStopped ? null : turnOf(before, standing)
  const { isResting: _isResting, ...fields } = standing
  return {
    noted: {
      organizationId: lane.organizationId,
      endpointId: lane.endpointId,
      ...fields,
      readThrough: place.readThrough,
      readAt: place.readAt,
      isDueChanged: turn === 'awake' || notes.some(({ isDueChanged }) => isDueChanged),
    },
    turn,
    after: afterTurn(lane, turn),
    events: isStopped ? [] : eventsOf(lane, standing, { news, turn }),
  }
}

function placeAfter(lane: LanePlace, notes: readonly Noting[]): LanePlace | null {
  let place = lane
  for (const { step } of notes) {
    if (step !== null && step.from !== place.readThrough) return null
    place = step?.to ?? place
  }
  return place
}

function judgeAll(before: Standing, attempts: readonly Attempted[], now: Date) {
  let standing = before
  const news: StandingNews[] = []
  for (const attempted of attempts) {
    const judgement = standingAfter(standing, attempted, now)
    standing = judgement.standing
    if (judgement.news !== null) news.push(judgement.news)
  }
  return { standing, news }
}

function turnOf(before: Standing, after: Standing): JudgedLane['turn'] {
  if (before.isResting === after.isResting) return null
  return after.isResting ? 'resting' : 'awake'
}

function afterTurn(
  { version, isEnabled, disabledReason }: LockedLane,
  turn: JudgedLane['turn'],
): JudgedLane['after'] {
  if (turn === null) return { version, isEnabled, disabledReason }
  return turn === 'awake'
    ? { version: version + 1, isEnabled: true, disabledReason: null }
    : { version: version + 1, isEnabled: false, disabledReason: 'failing' }
}

function eventsOf(
  { organizationId, endpointId, url, name, version }: LockedLane,
  { failedEvents, failingSince }: Standing,
  { news, turn }: { readonly news: readonly StandingNews[]; readonly turn: JudgedLane['turn'] },
): NewEvent[] {
  const told = [
    ...(news.includes('warned') && failingSince !== null ? ['warned'] : []),
    ...(turn === 'resting' ? ['rested'] : []),
    ...(turn === 'awake' ? ['awakened'] : []),
  ]
  return told.map((what) => ({
    name: `webhook_endpoint.${what}`,
    organizationId,
    object: {
      type: 'webhook_endpoint',
      id: endpointId,
      version: turn === null ? version : version + 1,
    },
    payload: {
      id: endpointId,
      url,
      name,
      failed_events: failedEvents,
      failing_since: failingSince?.toISOString() ?? null,
    },
  }))
}
