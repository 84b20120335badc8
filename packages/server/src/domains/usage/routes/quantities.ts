import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { getMeterQuantities, quantityGroupsMax } from '@guildhall/contract/usage/quantities'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { serve } from '../../../platform/http/serve.ts'
import { definitionOf } from '../../metering/present/meter.ts'
import { quantityInEvent, uniqueValueInEvent } from '../../metering/store/aggregation-sql.ts'
import { textInEvent } from '../../metering/store/event-columns.ts'
import { matchingEvents } from '../../metering/store/filter-sql.ts'
import { findMeterIn, type MeterRow } from '../../metering/store/meters.ts'
import { getForSeller } from '../../organizations/actions/seller.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { measure } from '../actions/measure.ts'
import { refuseRemoved } from '../actions/refuse-removed.ts'
import { presentQuantities } from '../present/quantities.ts'
import { bucketStarts } from '../rules/buckets.ts'
import type { BoundedRead, Bounds } from '../store/bounded-reads.ts'
import { customerOfEvent, eventAlias } from '../store/events.ts'
import { metadataConditions } from '../store/metadata-conditions.ts'
import { anyOf, type Condition, conditionsOf } from '../store/whom.ts'

const bounds = { seconds: 8, loc: ['query'] } as const satisfies Bounds

export const quantitiesRoute = (deps: UsageDeps, readBounded: BoundedRead) =>
  serve(getMeterQuantities, async ({ caller, params, query }) => {
    const { kysely } = deps.uowFactory.database
    const meter = await getForSeller(deps, caller, (within) =>
      findMeterIn(kysely, within, params.id),
    )
    const { startTimestamp: start, endTimestamp: end, interval, groupBy } = query
    const { calculation } = definitionOf(meter)
    const { organizationId } = meter
    await refuseRemoved(kysely, { organizationId, start, loc: ['query', 'start_timestamp'] })
    const starts = bucketStarts({ start, end, interval, timeZone: query.timezone ?? 'UTC' })
    const measured = await readBounded(bounds, async (tx) =>
      measure(tx, {
        organizationId,
        start,
        end,
        conditions: await conditionsFor(tx, meter, query),
        func: calculation.func,
        quantity: quantityInEvent(calculation, eventAlias),
        value: uniqueValueInEvent(calculation, eventAlias),
        key: keyOf(organizationId, groupBy),
        starts,
        groupsMax: quantityGroupsMax,
      }),
    )
    return presentQuantities(measured.all, groupBy === undefined ? null : measured.groups)
  })

/** Everything is one group if no others are asked for. */
function keyOf(
  organizationId: Id<'organization'>,
  groupBy: string | undefined,
): RawBuilder<string | null> {
  if (groupBy === undefined) return sql`null::text`
  return groupBy === 'customer'
    ? sql`${customerOfEvent([organizationId])}::text`
    : textInEvent(groupBy, eventAlias)
}

async function conditionsFor(
  db: Kysely<Tables>,
  meter: MeterRow,
  query: QueryOf<typeof getMeterQuantities>,
): Promise<readonly Condition[]> {
  const whom = await conditionsOf(db, meter.organizationId, query)
  return [
    matchingEvents(definitionOf(meter).filter, eventAlias),
    ...(whom === null ? [] : [anyOf(whom)]),
    ...metadataConditions(query.metadata),
  ]
}
