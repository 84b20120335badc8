import { type DueEvent, findDueEvents } from '../store/deliveries-ahead.ts'
import { deliverEvent, leftOut } from './deliver-event.ts'
import { nothingSent } from './deliver-notes.ts'
import { type HeldLane, type LaneParts, noteDown, type Sitting, sitDown } from './held-lane.ts'

/** No two of them are about the same object, so that they may go at once. */
const eventsAtOnceMax = 8

/** Sends again what is due, and what waited behind it, until nothing is due any more. */
export async function deliverDue(parts: LaneParts, lane: HeldLane): Promise<void> {
  while (parts.mayGoOn(lane)) {
    const wanted = { now: parts.clock.now(), limit: eventsAtOnceMax }
    const [sitting, due] = await Promise.all([
      sitDown(parts, lane),
      findDueEvents(parts.database, lane, wanted),
    ])
    if (sitting === null || sitting.endpoint.disabledReason === 'member') return
    if (due.length === 0) return await noteNothingDue(parts, lane, sitting)
    await Promise.all(due.map((event) => sendAgain(parts, lane, { sitting, event })))
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
    ? await deliverEvent(parts, endpoint, event, event)
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
