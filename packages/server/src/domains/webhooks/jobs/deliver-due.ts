import { windowOf } from '../rules/window.ts'
import { type DueEvent, findDueEvents } from '../store/deliveries-ahead.ts'
import { deliverEvent, leftOut } from './deliver-event.ts'
import { nothingSent } from './deliver-notes.ts'
import { type HeldLane, type LaneParts, noteDown, type Sitting, sitDown } from './held-lane.ts'

/** So many are looked up together, no two of them about the same object. */
const eventsFoundMax = 100

/**
 * Sends again what is due, in the order of the line as far as objects let it, and what waited behind
 * it, until nothing is due any more.
 */
export async function deliverDue(parts: LaneParts, lane: HeldLane): Promise<void> {
  while (parts.mayGoOn(lane)) {
    const wanted = { now: parts.clock.now(), limit: eventsFoundMax }
    const [sitting, due] = await Promise.all([
      sitDown(parts, lane),
      findDueEvents(parts.database, lane, wanted),
    ])
    if (sitting === null || sitting.endpoint.disabledReason === 'member') return
    if (due.length === 0) return await noteNothingDue(parts, lane, sitting)
    const isMore = due.length === eventsFoundMax
    const window = windowOf(isMore ? Number.POSITIVE_INFINITY : due.length)
    for (let at = 0; at < due.length; at += window) {
      if (sitting.isOver || !parts.mayGoOn(lane)) break
      const some = due.slice(at, at + window)
      await Promise.all(some.map((event) => sendAgain(parts, lane, { sitting, event })))
    }
  }
}

interface SendingAgain {
  readonly sitting: Sitting
  readonly event: DueEvent
}

async function sendAgain(
  parts: LaneParts,
  lane: HeldLane,
  { sitting, event }: SendingAgain,
): Promise<void> {
  const { endpoint } = sitting
  const result = endpoint.events.includes(event.name)
    ? await deliverEvent(parts, sitting, event, event)
    : leftOut(endpoint, event, event)
  await noteDown(parts, lane, { sitting, result, step: null })
}

/** When the next is due is looked up, so that the lane isn’t called in vain. */
const noteNothingDue = (parts: LaneParts, lane: HeldLane, sitting: Sitting): Promise<void> =>
  noteDown(parts, lane, {
    sitting,
    result: { ...nothingSent, isDueChanged: true },
    step: null,
  })
