import { concurrencyFor } from '../../rules/concurrency.ts'
import type { NewPendingEvent } from '../../store/pending-events.ts'
import { deliverEvent, queueBehind } from './deliver-event.ts'
import { type LaneDeps, type LaneSession, type LeasedLane, recordResult } from './lane-session.ts'
import { type PendingEventsPage, positionOf } from './pending-events-page.ts'
import type { DeliveryResult } from './save-results.ts'

interface Sending {
  readonly session: LaneSession
  readonly page: PendingEventsPage
}

interface InFlight {
  readonly event: NewPendingEvent
  readonly result: Promise<DeliveryResult>
}

/**
 * Attempts start in order and results are saved in order: a result is saved only after all before
 * it, so that after a crash the lane continues without leaving out an event.
 */
export async function sendPage(deps: LaneDeps, lane: LeasedLane, sending: Sending): Promise<void> {
  const { session, page } = sending
  const { events, lag } = page
  const concurrency = concurrencyFor(lag)
  const results = resultsInOrder(deps, lane, sending)
  const blocked = new Set(events.filter(({ isBehind }) => isBehind).map(({ objectId }) => objectId))
  const inFlight: InFlight[] = []

  async function saveFirst(): Promise<void> {
    const first = inFlight.shift()
    if (first === undefined) return
    const result = await first.result
    const saved = results.save(result, first.event)
    if (result.delivery?.state === 'waiting') blocked.add(first.event.objectId)
    // Whether the endpoint is suspended is known once the failure is saved.
    if (result.outcome?.succeeded === false) await saved
  }

  for (const event of events) {
    const isSameObject = (other: InFlight) => other.event.objectId === event.objectId
    while (inFlight.length >= concurrency || inFlight.some(isSameObject)) await saveFirst()
    if (session.isOver || !deps.mayContinue(lane)) break
    const result = blocked.has(event.objectId)
      ? Promise.resolve(queueBehind(session.endpoint, event))
      : deliverEvent(deps, session, event)
    inFlight.push({ event, result })
  }
  while (inFlight.length > 0) await saveFirst()
  await results.saved()
}

/** Each saved result moves the lane to its event. */
function resultsInOrder(deps: LaneDeps, lane: LeasedLane, { session, page }: Sending) {
  const saves: Promise<void>[] = []
  return {
    save: (result: DeliveryResult, event: NewPendingEvent): Promise<void> => {
      const to = event === page.events.at(-1) ? page.end : positionOf(event)
      const step = { from: lane.position.readThrough, to }
      lane.position = to
      const saved = recordResult(deps, lane, { session, result, step })
      // `saved` below reports a failure.
      saved.catch(() => undefined)
      saves.push(saved)
      return saved
    },
    saved: () => Promise.all(saves),
  }
}
