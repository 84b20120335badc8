import type { BodyOf } from '@guildhall/contract/endpoint'
import type { createMeter as contract } from '@guildhall/contract/metering/meters'
import type { Id } from '@guildhall/contract/primitives'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { insertMeter, type MeterRow } from '../store/meters.ts'
import { aggregationColumns } from './meter-columns.ts'
import { meterEvent } from './present-meter.ts'

type MeterToBe = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

export async function createMeter(work: Work, wish: MeterToBe): Promise<MeterRow> {
  const { tx, now } = work
  const meter = await insertMeter(tx, {
    organizationId: wish.organizationId,
    id: work.newId('meter'),
    name: wish.name,
    filter: jsonText(wish.filter),
    ...aggregationColumns(wish.aggregation),
    metadata: jsonText(wish.metadata ?? {}),
    createdAt: now,
  })
  work.record(meterEvent('created', meter))
  return meter
}
