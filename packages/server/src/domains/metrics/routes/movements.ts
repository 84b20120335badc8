import * as contract from '@guildhall/contract/metrics/movements'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { cursorPage } from '../../../platform/database/instant-cursor.ts'
import { csvAnswer, csvParts } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import { datesOf, timeZoneOf } from '../actions/dates.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { exportedMovements } from '../present/exported-movement.ts'
import {
  listMovements,
  type MovementFilters,
  type MovementRow,
  totalMovements,
} from '../store/movements.ts'

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
    const filters = await filtersOf(deps, organizationId, query)
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
    const filters = await filtersOf(deps, organizationId, query)
    return { items: [...(await totalMovements(reads, filters))] }
  })

const exportRoute = (deps: MetricsDeps) =>
  serve(contract.exportMovements, async ({ caller, query, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { columns = [] } = query
    const chosen = columns.length > 0 ? [...new Set(columns)] : contract.movementExportColumns
    const { lineOf } = exportedMovements(chosen)
    const { reads } = deps.uowFactory.database
    const filters = organizationId && (await filtersOf(deps, organizationId, query))
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

async function filtersOf(
  deps: MetricsDeps,
  organizationId: Id<'organization'>,
  query: QueryOf<typeof contract.getMovementTotals>,
): Promise<MovementFilters> {
  const { startDate, endDate, timezone } = query
  if (startDate === undefined || endDate === undefined) {
    return { ...query, organizationId, span: null }
  }
  const timeZone = timezone ?? (await timeZoneOf(deps, organizationId))
  return { ...query, organizationId, span: datesOf({ startDate, endDate }, timeZone) }
}
