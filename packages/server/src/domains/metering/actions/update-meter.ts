import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentMeter } from '../present/meter.ts'
import { decideMeterChange, type MeterChange, type MeterUpdate } from '../rules/meter-change.ts'
import {
  lockMeter,
  type MeterColumns,
  type MeterKey,
  type MeterRow,
  saveMeter,
} from '../store/meters.ts'
import { aggregationColumns } from './create-meter.ts'
import type { MeterDeps } from './deps.ts'

/** An update that changes nothing saves nothing and records no event. */
export async function updateMeter(
  uow: UnitOfWork,
  { onMeterDefined, meterRedefinitionBlockers }: MeterDeps,
  key: MeterKey,
  input: MeterUpdate,
): Promise<MeterRow> {
  const { tx, now } = uow
  const meter = await lockMeter(tx, key)
  if (meter === undefined) throw new Problem('not_found')
  const change = decideMeterChange(presentMeter(meter), input)
  if (Object.keys(change).length === 0) return meter
  const saved = await saveMeter(tx, meter, columnsOf(change), now)
  const isRedefined = change.filter !== undefined || change.aggregation !== undefined
  if (isRedefined) {
    for (const hook of onMeterDefined) await hook(uow, saved)
    for (const blocker of meterRedefinitionBlockers) accept(await blocker(tx, saved))
  }
  uow.record(eventOf('meter.updated', saved, presentMeter(saved)))
  return saved
}

const columnsOf = ({ filter, aggregation, metadata, ...plain }: MeterChange): MeterColumns => ({
  ...plain,
  ...(filter !== undefined && { filter: jsonText(filter) }),
  ...(aggregation !== undefined && aggregationColumns(aggregation)),
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
