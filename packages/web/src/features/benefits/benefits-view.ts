import { benefitTypes } from '@guildhall/contract/benefits/shapes'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

/** The state of the list in the URL; omitted values are defaults. */
export interface BenefitsView extends ListView<(typeof sortable)[number]> {
  type?: (typeof benefitTypes)[number]
}

const sortable = ['description', 'created_at'] as const

export function readBenefitsView(search: SearchParameters): BenefitsView {
  const type = benefitTypes.find((one) => one === search['type'])
  return { ...readListView(search, sortable), ...(type && { type }) }
}
