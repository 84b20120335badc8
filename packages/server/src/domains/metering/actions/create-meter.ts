import type { createMeter as contract } from '@guildhall/contract/metering/meters'
import { type Aggregation, calculationOf } from '@guildhall/contract/metering/shapes'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentMeter } from '../present/meter.ts'
import { insertMeter, type MeterRow } from '../store/meters.ts'
import type { MeterDeps } from './deps.ts'

type MeterInput = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

export async function createMeter(
  uow: UnitOfWork,
  { onMeterDefined }: Pick<MeterDeps, 'onMeterDefined'>,
  input: MeterInput,
): Promise<MeterRow> {
  const { tx, now } = uow
  const meter = await insertMeter(tx, {
    organizationId: input.organizationId,
    id: uow.newId('meter'),
    name: input.name,
    filter: jsonText(input.filter),
    ...aggregationColumns(input.aggregation),
    metadata: jsonText(input.metadata ?? {}),
    countsFrom: input.countsFrom ?? now,
    createdAt: now,
  })
  for (const hook of onMeterDefined) await hook(uow, meter)
  uow.record(eventOf('meter.created', meter, presentMeter(meter)))
  return meter
}

export function aggregationColumns(aggregation: Aggregation) {
  const calculation = calculationOf(aggregation)
  return {
    aggregationFunc: calculation.func,
    aggregationProperty: calculation.func === 'count' ? null : calculation.property,
  }
}
