import type { Transaction } from 'kysely'
import { type Clock, organizationTime } from '../../../../platform/clock.ts'
import type { Tables } from '../../../../platform/database/db-types.gen.ts'
import { isConnectionLoss } from '../../../../platform/database/failures.ts'
import { Failed, inBatches } from '../../../../platform/database/in-batches.ts'
import { inOrder } from '../../../../platform/database/in-order.ts'
import { insertEvents } from '../../../../platform/outbox/record.ts'
import type { AttemptOutcome } from '../../rules/endpoint-health.ts'
import {
  type AttemptRecord,
  type DeliveryState,
  saveAttempts,
  saveDeliveries,
  scheduleAllWaiting,
  scheduleFirstWaiting,
} from '../../store/deliveries.ts'
import { lockLanes, saveLanes, saveSuspension } from '../../store/lane-state.ts'
import type { Holder, LaneKey } from '../../store/lanes.ts'
import type { DeliveryDeps } from './deps.ts'
import { type LaneStep, type LaneUpdate, laneUpdateAfter } from './lane-update.ts'

type Tx = Transaction<Tables>

/** The result of processing one event. */
export interface DeliveryResult {
  readonly delivery: DeliveryState | null
  readonly attempt: AttemptRecord | null
  /** Of the attempt, if there was one, for the endpoint's health. */
  readonly outcome: AttemptOutcome | null
  /** Whether this event waits now, or the next event may be sent. */
  readonly isDueChanged: boolean
}

/** Of a lane that only moved on. */
export const nothingSent: DeliveryResult = {
  delivery: null,
  attempt: null,
  outcome: null,
  isDueChanged: false,
}

interface LaneResult extends DeliveryResult {
  readonly lane: LaneKey
  /** How far the lane has moved, if it has. */
  readonly step: LaneStep | null
}

/** The endpoint after a result was saved. */
export type SavedEndpoint = LaneUpdate['endpoint']

/** Null where the lane is no longer leased by this process. */
export type SaveResult = (result: LaneResult) => Promise<SavedEndpoint | null>

const resultsAtOnceMax = 500

type Saved = SavedEndpoint | null | Failed

/** Saves results of all lanes in batches: the first immediately, later ones together after it. */
export const createResultSaver = (deps: DeliveryDeps, holder: Holder): SaveResult =>
  inBatches(
    (results: readonly LaneResult[]) => saveIsolated(deps, holder, results),
    resultsAtOnceMax,
  )

/** If a batch fails, each lane is saved alone, so that a faulty one affects no other. */
async function saveIsolated(
  deps: DeliveryDeps,
  holder: Holder,
  results: readonly LaneResult[],
): Promise<readonly Saved[]> {
  try {
    return await saveTogether(deps, holder, results)
  } catch (error) {
    if (isConnectionLoss(error)) throw error
  }
  const saved = new Map<LaneResult, Saved>()
  for (const lane of lanesOf(results)) {
    const own = resultsOf(results, lane)
    try {
      const all = await saveTogether(deps, holder, own)
      for (const [at, result] of own.entries()) saved.set(result, all[at] ?? null)
    } catch (failed) {
      for (const result of own) saved.set(result, new Failed(failed))
    }
  }
  return results.map((result) => saved.get(result) ?? null)
}

async function saveTogether(
  { database, clock, wake }: DeliveryDeps,
  holder: Holder,
  results: readonly LaneResult[],
): Promise<(SavedEndpoint | null)[]> {
  const now = clock.now()
  const updates = await database.transact(async (tx) => {
    const lanes = await lockLanes(tx, lanesOf(results), holder)
    const found = lanes.flatMap(
      (lane) => laneUpdateAfter(lane, resultsOf(results, lane), now) ?? [],
    )
    const leased = new Set(found.map(({ state }) => state.endpointId))
    const valid = results.filter(({ lane }) => leased.has(lane.endpointId))
    await inOrder(tx, [
      ...savesOf(valid, now),
      ...found.map(
        ({ state, suspension }) =>
          (inside: Tx) =>
            // An endpoint that accepts one event will accept the others, however late their
            // schedule is.
            suspension === 'resumed' ? scheduleAllWaiting(inside, state, now) : null,
      ),
      // Last, because it reads the deliveries.
      (inside) =>
        saveLanes(
          inside,
          found.map(({ state }) => state),
        ),
    ])
    for (const update of found) await saveEndpointChange(tx, update, clock)
    return found
  })
  if (updates.some(({ events }) => events.length > 0)) wake()
  const endpoints = new Map(updates.map(({ state, endpoint }) => [state.endpointId, endpoint]))
  return results.map(({ lane }) => endpoints.get(lane.endpointId) ?? null)
}

const lanesOf = (results: readonly LaneResult[]): LaneKey[] => [
  ...new Map(results.map(({ lane }) => [lane.endpointId, lane])).values(),
]

const resultsOf = (results: readonly LaneResult[], { endpointId }: LaneKey): LaneResult[] =>
  results.filter(({ lane }) => lane.endpointId === endpointId)

function savesOf(results: readonly LaneResult[], now: Date) {
  const deliveries = results.flatMap(({ delivery }) => delivery ?? [])
  const attempts = results.flatMap(({ attempt }) => attempt ?? [])
  const objects = results.flatMap(({ delivery, isDueChanged }) =>
    delivery !== null && isDueChanged ? [delivery] : [],
  )
  return [
    (tx: Tx) => saveDeliveries(tx, deliveries, now),
    (tx: Tx) => saveAttempts(tx, attempts),
    (tx: Tx) => scheduleFirstWaiting(tx, objects, now),
  ]
}

async function saveEndpointChange(
  tx: Tx,
  { state, suspension, events }: LaneUpdate,
  clock: Clock,
): Promise<void> {
  const recordedAt = clock.now()
  if (suspension !== null) await saveSuspension(tx, state, suspension, recordedAt)
  if (events.length === 0) return
  const now = await organizationTime(tx, state.organizationId, clock)
  await insertEvents(tx, events, { recordedAt, organizationTime: now, actor: null })
}
