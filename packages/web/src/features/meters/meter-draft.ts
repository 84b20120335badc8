import { aggregationOf, type Calculation, calculationOf } from '@guildhall/contract/metering/shapes'
import { type MetadataRow, metadataOf, metadataRows } from '#/lib/metadata-rows.ts'
import { emptyFilter, type FilterDraft, filterDraftOf, filterOf } from './filter-draft.ts'
import type { Meter } from './meter-queries.ts'

/** As typed. */
export interface MeterDraft {
  name: string
  filter: FilterDraft
  func: Calculation['func']
  property: string
  metadata: MetadataRow[]
}

export function draftOf(existing: Meter | null): MeterDraft {
  if (existing === null) {
    return { name: '', filter: emptyFilter, func: 'count', property: '', metadata: [] }
  }
  const { name, filter, metadata } = existing
  const calculation = calculationOf(existing.aggregation)
  return {
    name,
    filter: filterDraftOf(filter),
    func: calculation.func,
    property: calculation.func === 'count' ? '' : calculation.property,
    metadata: metadataRows(metadata),
  }
}

export const meterOf = ({ name, filter, metadata, ...draft }: MeterDraft) => ({
  name: name.trim(),
  filter: filterOf(filter),
  aggregation: aggregationOf(calculationIn(draft)),
  metadata: metadataOf(metadata),
})

export const calculationIn = ({
  func,
  property,
}: Pick<MeterDraft, 'func' | 'property'>): Calculation =>
  func === 'count' ? { func } : { func, property: property.trim() }
