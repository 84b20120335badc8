import type { getMeter, updateMeter } from '@guildhall/contract/metering/meters'
import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import { isSame } from '../../../kernel/json-equality.ts'

type CurrentMeter = ResponseOf<typeof getMeter>

export type MeterUpdate = BodyOf<typeof updateMeter>

export type MeterChange = Partial<
  Pick<CurrentMeter, 'name' | 'filter' | 'aggregation' | 'metadata' | 'isArchived'>
>

/**
 * Only the fields that differ. Null clears the metadata; for the other fields it means no change.
 */
export function decideMeterChange(
  meter: CurrentMeter,
  { name, filter, aggregation, metadata, isArchived }: MeterUpdate,
): MeterChange {
  const newMetadata = metadata === null ? {} : metadata
  return {
    ...(name != null && name !== meter.name && { name }),
    ...(filter != null && !isSame(filter, meter.filter) && { filter }),
    ...(aggregation != null && !isSame(aggregation, meter.aggregation) && { aggregation }),
    ...(isArchived != null && isArchived !== meter.isArchived && { isArchived }),
    ...(newMetadata !== undefined &&
      !isSame(newMetadata, meter.metadata) && { metadata: newMetadata }),
  }
}
