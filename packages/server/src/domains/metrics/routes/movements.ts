import * as contract from '@guildhall/contract/metrics/movements'
import { cursorPage } from '../../../platform/database/instant-cursor.ts'
import { csvAnswer, csvParts } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import { withSpan } from '../actions/dates.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { exportedMovements } from '../present/exported-movement.ts'
import { listMovements, type MovementRow, totalMovements } from '../store/movements.ts'

export const movementRoutes = (deps: MetricsDeps): readonly OperationRoute[] => [
  totalsRoute(deps),
  exportRoute(deps),
  listRoute(deps),
]

const listRoute = (deps: MetricsDeps) =>
  serve(contract.listMovements, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [], nextCursor: null }
    const { reads } = deps.uowFactory.database
    const { cursor: after = null, limit } = query
    const filters = await withSpan(deps, organizationId, query)
    const found = await listMovements(reads, filters, { after, limit: limit + 1 })
    const { rows, nextCursor } = cursorPage(found, limit)
    return { items: rows.map(presentMovement), nextCursor }
  })

function presentMovement(row: MovementRow) {
  const { cursor: _, ...movement } = row
  return movement
}

const totalsRoute = (deps: MetricsDeps) =>
  serve(contract.getMovementTotals, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [] }
    const { reads } = deps.uowFactory.database
    const filters = await withSpan(deps, organizationId, query)
    return { items: [...(await totalMovements(reads, filters))] }
  })

const exportRoute = (deps: MetricsDeps) =>
  serve(contract.exportMovements, async ({ caller, query, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { columns = [] } = query
    const chosen = columns.length > 0 ? [...new Set(columns)] : contract.movementExportColumns
    const { lineOf } = exportedMovements(chosen)
    const { reads } = deps.uowFactory.database
    const filters = organizationId && (await withSpan(deps, organizationId, query))
    const lines = csvParts<MovementRow>(
      chosen,
      async (last, limit) =>
        filters === null
          ? []
          : listMovements(reads, filters, { after: last?.cursor ?? null, limit }),
      (rows) => rows.map(lineOf).join(''),
    )
    return csvAnswer({ name: 'movements.csv', accept: headers.accept }, lines)
  })
