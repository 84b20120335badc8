import { type LaneDeps, type LeasedLane, openLaneSession, recordResult } from './lane-session.ts'
import { readPendingEvents } from './pending-events-page.ts'
import { nothingSent } from './save-results.ts'
import { sendPage } from './send-page.ts'

/** Sends events that were never sent, in the order of the log, until it reaches the end. */
export async function deliverNew(deps: LaneDeps, lane: LeasedLane): Promise<void> {
  while (deps.mayContinue(lane)) {
    const [session, page] = await Promise.all([
      openLaneSession(deps, lane),
      readPendingEvents(deps, lane),
    ])
    if (session === null || !session.endpoint.isEnabled) return
    const { events, end, head } = page
    if (events.length > 0) {
      await sendPage(deps, lane, { session, page })
    } else if (end.readThrough > lane.position.readThrough) {
      const step = { from: lane.position.readThrough, to: end }
      lane.position = end
      await recordResult(deps, lane, { session, result: nothingSent, step })
    }
    if (!session.isOver && end.readThrough >= head) return
  }
}
