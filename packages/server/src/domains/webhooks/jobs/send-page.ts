import { windowOf } from '../rules/window.ts'
import type { NewEventAhead } from '../store/deliveries-ahead.ts'
import { deliverEvent, lineUp } from './deliver-event.ts'
import type { Result } from './deliver-notes.ts'
import { type HeldLane, type LaneParts, noteDown, type Sitting } from './held-lane.ts'
import { type NewsPage, placeOf } from './news-page.ts'

interface Sending {
  readonly sitting: Sitting
  readonly page: NewsPage
}

interface UnderWay {
  readonly event: NewEventAhead
  readonly result: Promise<Result>
}

/**
 * Starts stay in order, and so do notes: what was sent is noted when all before it is, so that
 * after a crash the lane goes on where nothing is left out.
 */
export async function sendPage(parts: LaneParts, lane: HeldLane, sending: Sending): Promise<void> {
  const { sitting, page } = sending
  const { events, lag } = page
  const window = windowOf(lag)
  const notes = notesOf(parts, lane, sending)
  const stuck = new Set(events.filter(({ isBehind }) => isBehind).map(({ objectId }) => objectId))
  const underWay: UnderWay[] = []

  async function settleFirst(): Promise<void> {
    const first = underWay.shift()
    if (first === undefined) return
    const result = await first.result
    const noted = notes.take(result, first.event)
    if (result.delivery?.state === 'waiting') stuck.add(first.event.objectId)
    // Whether an endpoint that fails is to rest is known when it’s noted.
    if (result.attempted?.succeeded === false) await noted
  }

  for (const event of events) {
    const isSameObject = (sent: UnderWay) => sent.event.objectId === event.objectId
    while (underWay.length >= window || underWay.some(isSameObject)) await settleFirst()
    if (sitting.isOver || !parts.mayGoOn(lane)) break
    const result = stuck.has(event.objectId)
      ? Promise.resolve(lineUp(sitting.endpoint, event))
      : deliverEvent(parts, sitting, event)
    underWay.push({ event, result })
  }
  while (underWay.length > 0) await settleFirst()
  await notes.all()
}

/** The notes of a page, each of which takes the lane further. */
function notesOf(parts: LaneParts, lane: HeldLane, { sitting, page }: Sending) {
  const taken: Promise<void>[] = []
  return {
    take: (result: Result, event: NewEventAhead): Promise<void> => {
      const to = event === page.events.at(-1) ? page.end : placeOf(event)
      const step = { from: lane.place.readThrough, to }
      lane.place = to
      const noted = noteDown(parts, lane, { sitting, result, step })
      // Whoever asks for all of them hears of a failure.
      noted.catch(() => undefined)
      taken.push(noted)
      return noted
    },
    all: () => Promise.all(taken),
  }
}
