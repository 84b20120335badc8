import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { changeOf, type MeterWish } from '../rules/meter-change.ts'
import { lockMeter, type MeterKey, type MeterRow, saveMeter } from '../store/meters.ts'
import { columnsOf } from './meter-columns.ts'
import { meterEvent, presentMeter } from './present-meter.ts'

/** What changes nothing is no change, and no news. */
export async function updateMeter(work: Work, key: MeterKey, wish: MeterWish): Promise<MeterRow> {
  const { tx, now } = work
  const meter = await lockMeter(tx, key)
  if (meter === undefined) throw new Problem('not_found')
  const change = changeOf(presentMeter(meter), wish)
  if (Object.keys(change).length === 0) return meter
  const saved = await saveMeter(tx, meter, columnsOf(change), now)
  work.record(meterEvent('updated', saved))
  return saved
}
