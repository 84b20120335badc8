import * as contract from '@guildhall/contract/audit/audit-log'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { csvAnswer, csvParts } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { findActorNames } from '../../organizations/store/members.ts'
import type { AuditDeps } from '../actions/deps.ts'
import {
  type ActorNames,
  auditColumns,
  auditLine,
  peopleIn,
  presentEntry,
} from '../present/audit-entry.ts'
import {
  type AuditEntryRow,
  type AuditFilters,
  listAuditEntries,
  listForExport,
} from '../store/audit-entries.ts'
import { findKeptMonths, saveKeptMonths } from '../store/audit-settings.ts'

export const auditRoutes = (deps: AuditDeps): readonly OperationRoute[] => [
  listRoute(deps),
  exportRoute(deps),
  getSettingsRoute(deps),
  updateSettingsRoute(deps),
]

type OrganizationId = Id<'organization'>

const listRoute = (deps: AuditDeps) =>
  serve(contract.listAuditEntries, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, neverShown)
    const { page, limit, sorting, ...filters } = query
    const { reads } = deps.uowFactory.database
    const found = await listAuditEntries(reads, organizationId, { page, limit, sorting, filters })
    const names = await namesIn(deps, organizationId, found.rows)
    return pageAnswer(found, query, (row) => presentEntry(row, names))
  })

const neverShown = (row: never): never => row

const exportRoute = (deps: AuditDeps) =>
  serve(contract.exportAuditEntries, async ({ caller, query, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const file = { name: 'audit-log.csv', accept: headers.accept }
    return csvAnswer(file, linesOf(deps, organizationId, query))
  })

function linesOf(
  deps: AuditDeps,
  organizationId: OrganizationId | null,
  filters: AuditFilters,
): AsyncIterable<string> {
  const { reads } = deps.uowFactory.database
  return csvParts<AuditEntryRow>(
    auditColumns,
    async (after, limit) =>
      organizationId === null
        ? []
        : listForExport(reads, organizationId, filters, { after, limit }),
    async (rows) => {
      const [first] = rows
      if (first === undefined) return ''
      const names = await namesIn(deps, first.organizationId, rows)
      return rows.map((row) => auditLine(row, names)).join('')
    },
  )
}

async function namesIn(
  { uowFactory }: AuditDeps,
  organizationId: OrganizationId,
  rows: readonly AuditEntryRow[],
): Promise<ActorNames> {
  const people = peopleIn(rows)
  if (people.length === 0) return new Map()
  return findActorNames(uowFactory.database.reads, organizationId, people)
}

const getSettingsRoute = (deps: AuditDeps) =>
  serve(contract.getAuditLogSettings, async ({ caller, params }) => {
    await requireAccess(deps, caller, params.id)
    return { keptMonths: await findKeptMonths(deps.uowFactory.database.reads, params.id) }
  })

const updateSettingsRoute = (deps: AuditDeps) =>
  serve(contract.updateAuditLogSettings, async (call) => {
    const { caller, params, body } = call
    await requireAccess(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, params.id, async (uow) => {
      await saveKeptMonths(uow.tx, params.id, body.keptMonths)
      return call.finish(uow, body)
    })
  })

async function requireAccess(
  deps: AuditDeps,
  caller: SellerCaller,
  organizationId: OrganizationId,
): Promise<void> {
  await getForSeller(deps, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}
