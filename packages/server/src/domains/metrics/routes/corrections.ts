import * as contract from '@guildhall/contract/metrics/corrections'
import { cursorPage } from '../../../platform/database/instant-cursor.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import { withSpan } from '../actions/dates.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { type CorrectionRow, listCorrections, totalCorrections } from '../store/corrections.ts'

export const correctionRoutes = (deps: MetricsDeps): readonly OperationRoute[] => [
  totalsRoute(deps),
  listRoute(deps),
]

const listRoute = (deps: MetricsDeps) =>
  serve(contract.listCorrections, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [], nextCursor: null }
    const { reads } = deps.uowFactory.database
    const { cursor: after = null, limit } = query
    const filters = await withSpan(deps, organizationId, query)
    const found = await listCorrections(reads, filters, { after, limit: limit + 1 })
    const { rows, nextCursor } = cursorPage(found, limit)
    return { items: rows.map(presentCorrection), nextCursor }
  })

function presentCorrection(row: CorrectionRow) {
  const { cursor: _, ...correction } = row
  return correction
}

const totalsRoute = (deps: MetricsDeps) =>
  serve(contract.getCorrectionTotals, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [] }
    const { reads } = deps.uowFactory.database
    const filters = await withSpan(deps, organizationId, query)
    return { items: [...(await totalCorrections(reads, filters))] }
  })
