import { nothingSent } from './deliver-notes.ts'
import { type HeldLane, type LaneParts, noteDown, sitDown } from './held-lane.ts'
import { readPage } from './news-page.ts'
import { sendPage } from './send-page.ts'

/** Sends what has not left yet, in the order of the line, until there is no more of it. */
export async function deliverNews(parts: LaneParts, lane: HeldLane): Promise<void> {
  while (parts.mayGoOn(lane)) {
    const [sitting, page] = await Promise.all([sitDown(parts, lane), readPage(parts, lane)])
    if (sitting === null || !sitting.endpoint.isEnabled) return
    const { events, end, head } = page
    if (events.length > 0) {
      await sendPage(parts, lane, { sitting, page })
    } else if (end.readThrough > lane.place.readThrough) {
      const step = { from: lane.place.readThrough, to: end }
      lane.place = end
      await noteDown(parts, lane, { sitting, result: nothingSent, step })
    }
    if (!sitting.isOver && end.readThrough >= head) return
  }
}
