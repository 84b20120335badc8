import { benefitTypes } from '@guildhall/contract/benefits/shapes'
import { type ListView, readListView } from '../../lib/list-view.ts'
import type { SearchParameters } from '../../lib/search-parameters.ts'

/** What the list shows, as it stands in the URL; what is left out is the default. */
export interface BenefitsView extends ListView<(typeof sortable)[number]> {
  type?: (typeof benefitTypes)[number]
}

const sortable = ['description', 'created_at'] as const

export function readBenefitsView(search: SearchParameters): BenefitsView {
  const type = benefitTypes.find((one) => one === search['type'])
  return { ...readListView(search, sortable), ...(type && { type }) }
}
