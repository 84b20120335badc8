import type { Aggregation } from '@guildhall/contract/metering/shapes'
import { type MetadataRow, metadataOf, metadataRows } from '#/lib/metadata-rows.ts'
import { emptyFilter, type FilterDraft, filterDraftOf, filterOf } from './filter-draft.ts'
import type { Meter } from './meter-queries.ts'

/** As typed. */
export interface MeterDraft {
  name: string
  filter: FilterDraft
  func: Aggregation['func']
  property: string
  metadata: MetadataRow[]
}

export function draftOf(existing: Meter | null): MeterDraft {
  if (existing === null) {
    return { name: '', filter: emptyFilter, func: 'count', property: '', metadata: [] }
  }
  const { name, filter, aggregation, metadata } = existing
  return {
    name,
    filter: filterDraftOf(filter),
    func: aggregation.func,
    property: aggregation.func === 'count' ? '' : aggregation.property,
    metadata: metadataRows(metadata),
  }
}

export const meterOf = ({ name, filter, metadata, ...draft }: MeterDraft) => ({
  name: name.trim(),
  filter: filterOf(filter),
  aggregation: aggregationOf(draft),
  metadata: metadataOf(metadata),
})

export function aggregationOf({
  func,
  property,
}: Pick<MeterDraft, 'func' | 'property'>): Aggregation {
  return func === 'count' ? { func } : { func, property: property.trim() }
}
