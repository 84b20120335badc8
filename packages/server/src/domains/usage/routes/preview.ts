import { calculationOf } from '@guildhall/contract/metering/shapes'
import {
  previewDaysDefault,
  previewEventsMax,
  previewMeter,
} from '@guildhall/contract/usage/previews'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { serve } from '../../../platform/http/serve.ts'
import { valueOf } from '../../metering/rules/aggregation.ts'
import { quantityInEvent, uniqueValueInEvent } from '../../metering/store/aggregation-sql.ts'
import { matchingEvents } from '../../metering/store/filter-sql.ts'
import { resolveOrganization, sellerMay } from '../../organizations/actions/seller.ts'
import { accumulatorOf } from '../actions/accumulator.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { refuseRemoved } from '../actions/refuse-removed.ts'
import { eventPresenter } from '../actions/show-events.ts'
import { numberOf } from '../present/quantities.ts'
import type { BoundedRead, Bounds } from '../store/bounded-reads.ts'
import { eventAlias, type UsageEventRow } from '../store/events.ts'
import type { MeasuredEvents } from '../store/measured-events.ts'
import { findFrozenClocks } from '../store/named.ts'
import { latestEvents, type PreviewRow, previewEvents } from '../store/preview.ts'

/** Somebody waits for it while they type. */
const bounds = { seconds: 3, loc: ['body'] } as const satisfies Bounds
const dayMilliseconds = 86_400_000

export const previewRoute = (deps: UsageDeps, readBounded: BoundedRead) =>
  serve(previewMeter, async ({ caller, body }) => {
    const { startTimestamp, endTimestamp: end = null } = body
    const calculation = calculationOf(body.aggregation)
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const { kysely } = deps.uowFactory.database
    const clocks = await findFrozenClocks(kysely, [organizationId])
    const until = end ?? clocks.get(organizationId) ?? deps.clock.now()
    const events = {
      organizationId,
      start: startTimestamp ?? new Date(until.getTime() - previewDaysDefault * dayMilliseconds),
      end,
      conditions: [matchingEvents(body.filter, eventAlias)],
      func: calculation.func,
      quantity: quantityInEvent(calculation, eventAlias),
      value: uniqueValueInEvent(calculation, eventAlias),
    }
    const { start } = events
    await refuseRemoved(kysely, { organizationId, start, loc: ['body', 'start_timestamp'] })
    const mayRead = await sellerMay(deps, caller, organizationId, 'events:read')
    const { previewed, latest } = await readBounded(bounds, async (tx) => {
      const previewed = await previewEvents(tx, events)
      return { previewed, latest: mayRead ? await latestOf(tx, events, previewed) : null }
    })
    const present = await eventPresenter(deps, organizationId, latest ?? [])
    return {
      startTimestamp: events.start,
      endTimestamp: end,
      matchingEvents: previewed.matching,
      value: numberOf(valueOf(accumulatorOf(previewed), calculation.func)),
      latestEvents: latest?.map(present) ?? null,
    }
  })

const latestOf = async (
  db: Kysely<Tables>,
  events: MeasuredEvents,
  { latestAt }: PreviewRow,
): Promise<readonly UsageEventRow[]> =>
  latestAt === null ? [] : latestEvents(db, events, { latestAt, count: previewEventsMax })
