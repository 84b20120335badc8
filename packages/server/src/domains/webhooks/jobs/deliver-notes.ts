import type { Transaction } from 'kysely'
import { type Clock, organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isConnectionLoss } from '../../../platform/database/failures.ts'
import { inBatches } from '../../../platform/database/in-batches.ts'
import { insertEvents } from '../../../platform/outbox/record.ts'
import type { Attempted } from '../rules/standing.ts'
import {
  callAllWaiting,
  callFirstWaiting,
  type NotedAttempt,
  type NotedDelivery,
  saveAttempts,
  saveDeliveries,
} from '../store/deliveries-noted.ts'
import { lockLanes, saveLanes, switchEndpoint } from '../store/lane-standings.ts'
import type { Holder, LaneKey } from '../store/lanes.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { type JudgedLane, judgeLane, type LaneStep } from './judge-lane.ts'

/** What came of one event. */
export interface Result {
  readonly delivery: NotedDelivery | null
  readonly attempt: NotedAttempt | null
  /** Where there was an attempt: as the endpoint’s standing counts it. */
  readonly attempted: Attempted | null
  /** Whether this event waits, or may let another one go that does. */
  readonly isDueChanged: boolean
}

/** Of a lane that has only read on. */
export const nothingSent: Result = {
  delivery: null,
  attempt: null,
  attempted: null,
  isDueChanged: false,
}

interface Note extends Result {
  readonly lane: LaneKey
  /** Where the lane has read further: from where, and to where. */
  readonly step: LaneStep | null
}

/** How the endpoint stands when a note is kept; null where the lane is no longer the holder’s. */
export type Noted = JudgedLane['after'] | null

export type TakeNote = (note: Note) => Promise<Noted>

const notesAtOnceMax = 500

type Kept = { readonly noted: Noted } | { readonly failed: unknown }

/** Notes of all lanes together: the first at once, and whatever comes meanwhile after it. */
export function noteTaker(parts: DeliveryParts, holder: Holder): TakeNote {
  const keep = inBatches(
    (notes: readonly Note[]) => keepApart(parts, holder, notes),
    notesAtOnceMax,
  )
  return async (note) => {
    const kept = await keep(note)
    if ('failed' in kept) throw kept.failed
    return kept.noted
  }
}

/** Where notes can’t be kept together, each lane’s are kept alone: its fault is nobody else’s. */
async function keepApart(
  parts: DeliveryParts,
  holder: Holder,
  notes: readonly Note[],
): Promise<Kept[]> {
  try {
    return (await keepNotes(parts, holder, notes)).map((noted) => ({ noted }))
  } catch (error) {
    if (isConnectionLoss(error)) throw error
  }
  const kept = new Map<Note, Kept>()
  for (const lane of lanesOf(notes)) {
    const own = notesOf(notes, lane)
    try {
      const all = await keepNotes(parts, holder, own)
      for (const [at, note] of own.entries()) kept.set(note, { noted: all[at] ?? null })
    } catch (failed) {
      for (const note of own) kept.set(note, { failed })
    }
  }
  return notes.map((note) => kept.get(note) ?? { noted: null })
}

async function keepNotes(
  { database, clock, wake }: DeliveryParts,
  holder: Holder,
  notes: readonly Note[],
): Promise<Noted[]> {
  const now = clock.now()
  const judged = await database.transact(async (tx) => {
    const lanes = await lockLanes(tx, lanesOf(notes), holder)
    const found = lanes.flatMap((lane) => judgeLane(lane, notesOf(notes, lane), now) ?? [])
    const mine = new Set(found.map(({ noted }) => noted.endpointId))
    const kept = notes.filter(({ lane }) => mine.has(lane.endpointId))
    await Promise.all([
      ...saving(tx, kept, now),
      // Whoever takes one takes the others as well, however late their schedule has grown.
      ...found.flatMap(({ noted, turn }) =>
        turn === 'awake' ? callAllWaiting(tx, noted, now) : [],
      ),
      saveLanes(
        tx,
        found.map(({ noted }) => noted),
      ),
    ])
    for (const one of found) await carryOut(tx, one, clock)
    return found
  })
  if (judged.some(({ events }) => events.length > 0)) wake()
  const after = new Map(judged.map((one) => [one.noted.endpointId, one.after]))
  return notes.map(({ lane }) => after.get(lane.endpointId) ?? null)
}

const lanesOf = (notes: readonly Note[]): LaneKey[] => [
  ...new Map(notes.map(({ lane }) => [lane.endpointId, lane])).values(),
]

const notesOf = (notes: readonly Note[], { endpointId }: LaneKey): Note[] =>
  notes.filter(({ lane }) => lane.endpointId === endpointId)

function saving(tx: Transaction<Tables>, notes: readonly Note[], now: Date): Promise<void>[] {
  const deliveries = notes.flatMap(({ delivery }) => delivery ?? [])
  const attempts = notes.flatMap(({ attempt }) => attempt ?? [])
  const objects = notes.flatMap(({ delivery, isDueChanged }) =>
    delivery !== null && isDueChanged ? [delivery] : [],
  )
  return [
    saveDeliveries(tx, deliveries, now),
    saveAttempts(tx, attempts),
    callFirstWaiting(tx, objects, now),
  ]
}

async function carryOut(
  tx: Transaction<Tables>,
  { noted, turn, events }: JudgedLane,
  clock: Clock,
): Promise<void> {
  const recordedAt = clock.now()
  if (turn !== null) await switchEndpoint(tx, noted, turn, recordedAt)
  if (events.length === 0) return
  const now = await organizationTime(tx, noted.organizationId, clock)
  await insertEvents(tx, events, { recordedAt, organizationTime: now, actor: null })
}
