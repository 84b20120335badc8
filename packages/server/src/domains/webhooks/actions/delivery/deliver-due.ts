import { concurrencyFor } from '../../rules/concurrency.ts'
import { isDisabledByMember } from '../../rules/endpoint-suspension.ts'
import { findDueRetries, type PendingRetry } from '../../store/pending-events.ts'
import { deliverEvent, skipEvent } from './deliver-event.ts'
import {
  type LaneDeps,
  type LaneSession,
  type LeasedLane,
  openLaneSession,
  recordResult,
} from './lane-session.ts'
import { nothingSent } from './save-results.ts'

/** So many are fetched together, each about a different object. */
const retriesMax = 100

/** Sends retries that are due, and the events that waited behind them, until none is due. */
export async function deliverDue(deps: LaneDeps, lane: LeasedLane): Promise<void> {
  while (deps.mayContinue(lane)) {
    const query = { now: deps.clock.now(), limit: retriesMax }
    const [session, due] = await Promise.all([
      openLaneSession(deps, lane),
      findDueRetries(deps.database, lane, query),
    ])
    if (session === null || isDisabledByMember(session.endpoint)) return
    if (due.length === 0) return await recordNothingDue(deps, lane, session)
    const hasMore = due.length === retriesMax
    const concurrency = concurrencyFor(hasMore ? Number.POSITIVE_INFINITY : due.length)
    for (let at = 0; at < due.length; at += concurrency) {
      if (session.isOver || !deps.mayContinue(lane)) break
      const some = due.slice(at, at + concurrency)
      await Promise.all(some.map((event) => retry(deps, lane, { session, event })))
    }
  }
}

interface Retry {
  readonly session: LaneSession
  readonly event: PendingRetry
}

async function retry(deps: LaneDeps, lane: LeasedLane, { session, event }: Retry): Promise<void> {
  const { endpoint } = session
  const result = endpoint.events.includes(event.name)
    ? await deliverEvent(deps, session, event, event)
    : skipEvent(endpoint, event, event)
  await recordResult(deps, lane, { session, result, step: null })
}

/** Recomputes when the next retry is due, so that the lane is not looked at in vain. */
const recordNothingDue = (deps: LaneDeps, lane: LeasedLane, session: LaneSession): Promise<void> =>
  recordResult(deps, lane, {
    session,
    result: { ...nothingSent, isDueChanged: true },
    step: null,
  })
