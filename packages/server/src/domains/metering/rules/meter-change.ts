import type { AnswerOf, BodyOf } from '@guildhall/contract/endpoint'
import type { getMeter, updateMeter } from '@guildhall/contract/metering/meters'
import { isSame } from '../../../kernel/sameness.ts'

type Known = AnswerOf<typeof getMeter>

export type MeterWish = BodyOf<typeof updateMeter>

export type MeterChange = Partial<Pick<Known, 'name' | 'filter' | 'aggregation' | 'metadata'>>

/** What of a wish makes a difference. Absent keeps, and so does null for what can't be empty. */
export function changeOf(
  meter: Known,
  { name, filter, aggregation, metadata }: MeterWish,
): MeterChange {
  const wanted = metadata === null ? {} : metadata
  return {
    ...(name != null && name !== meter.name && { name }),
    ...(filter != null && !isSame(filter, meter.filter) && { filter }),
    ...(aggregation != null && !isSame(aggregation, meter.aggregation) && { aggregation }),
    ...(wanted !== undefined && !isSame(wanted, meter.metadata) && { metadata: wanted }),
  }
}
