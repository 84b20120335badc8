import { Aggregation, Meter } from '@guildhall/contract/metering/shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { MeterRow } from '../store/meters.ts'

const { filter, metadata } = Meter.shape

export const presentMeter = (row: MeterRow): z.output<typeof Meter> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  metadata: z.parse(metadata, row.metadata),
  name: row.name,
  filter: z.parse(filter, row.filter),
  aggregation: aggregationOf(row),
  organizationId: row.organizationId,
})

const aggregationOf = ({ aggregationFunc, aggregationProperty }: MeterRow): Aggregation =>
  z.parse(Aggregation, {
    func: aggregationFunc,
    ...(aggregationProperty !== null && { property: aggregationProperty }),
  })

const codec = wireCodec(Meter, 'billing')

/** What happened to a meter, with the meter as of then. */
export function meterEvent(action: 'created' | 'updated', row: MeterRow): NewEvent {
  const payload = encodedText(codec.encode(presentMeter(row)))
  return {
    name: `meter.${action}`,
    organizationId: row.organizationId,
    object: { type: 'meter', id: row.id, version: row.version },
    payload,
  }
}
