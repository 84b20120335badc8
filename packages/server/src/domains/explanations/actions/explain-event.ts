import type { EventExplanation } from '@guildhall/contract/usage/event-explanation'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { type Decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { definitionOf, presentMeter } from '../../metering/present/meter.ts'
import { counter } from '../../metering/rules/counting.ts'
import { listMetersOf, type MeterRow } from '../../metering/store/meters.ts'
import { findItemsOfUsage } from '../../orders/store/orders.ts'
import { findRevisionsOfEvent } from '../../subscriptions/store/usage-settlements.ts'
import type { UsageEventRow } from '../../usage/store/events.ts'
import { findPeriodsOfEvent } from '../../usage/store/usage-periods.ts'

interface MeasuredBy {
  readonly meter: MeterRow
  /** What the meter reads of the event. */
  readonly value: Decimal
}

/** Where an event counts: its meters, their periods, and what was billed of it. */
export async function explainEvent(
  db: Kysely<Tables>,
  event: UsageEventRow,
): Promise<EventExplanation> {
  const { organizationId } = event
  const measured = measuredBy(event, await listMetersOf(db, [organizationId]))
  const meterIds = measured.map(({ meter }) => meter.id)
  const periods = await findPeriodsOfEvent(db, event, meterIds)
  const revisions = await findRevisionsOfEvent(db, organizationId, periods)
  const revisionIds = revisions.map(({ id }) => id)
  const items = await findItemsOfUsage(db, organizationId, revisionIds)
  const itemsOf = groupBy(items, ({ usageSettlementId }) => usageSettlementId)
  return {
    eventId: event.id,
    customerId: event.customerId,
    isCounted: event.customerId !== null && event.voidedAt === null,
    meters: measured.map(({ meter, value }) => {
      const period = periods.find(({ meterId }) => meterId === meter.id)
      const ofMeter = revisions.filter(({ meterId }) => meterId === meter.id)
      const { id, name, aggregation } = presentMeter(meter)
      return {
        meter: { id, name, aggregation },
        value: formatDecimal(value),
        subscriptionId: period?.subscriptionId ?? null,
        periodStart: period?.startsAt ?? null,
        periodEnd: period?.endsAt ?? null,
        isSettled: ofMeter.at(-1)?.change === 'added',
        items: ofMeter.flatMap((revision) =>
          (itemsOf.get(revision.id) ?? []).map((item) => ({
            orderId: item.orderId,
            itemId: item.id,
            label: item.label,
            change: revision.change,
          })),
        ),
      }
    }),
  }
}

const storedMetadata = z.record(z.string(), z.unknown())

function measuredBy(event: UsageEventRow, meters: readonly MeterRow[]): readonly MeasuredBy[] {
  const { name, source, timestamp } = event
  const read = { name, source, timestamp, metadata: z.parse(storedMetadata, event.metadata) }
  return meters
    .map((meter) => ({ meter, counted: counter(definitionOf(meter))(read) }))
    .flatMap(({ meter, counted }) => (counted === null ? [] : { meter, value: counted.quantity }))
    .toSorted((a, b) => a.meter.name.localeCompare(b.meter.name))
}
