import * as contract from '@guildhall/contract/finance/finance'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { csvAnswer, csvParts } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { datesOf, timeZoneOf } from '../../metrics/actions/dates.ts'
import type { MetricsDeps } from '../../metrics/actions/deps.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import { columnsOf, journalLine, presentIncome, presentTax } from '../present/reports.ts'
import { listIncome } from '../store/income.ts'
import { type JournalLineRow, listJournalLines } from '../store/journal.ts'
import type { Span } from '../store/span.ts'
import { listTaxes } from '../store/taxes.ts'

/** The dependencies of this domain; `app/` provides them. */
export type FinanceDeps = OrganizationDeps & MetricsDeps

export const financeRoutes = (deps: FinanceDeps): readonly OperationRoute[] => [
  incomeRoute(deps),
  taxesRoute(deps),
  journalRoute(deps),
]

type OrganizationId = Id<'organization'>

interface Asked {
  readonly startDate: string
  readonly endDate: string
  readonly timezone?: string | undefined
  readonly currency?: Span['currencies']
}

async function spanOf(
  deps: FinanceDeps,
  organizationId: OrganizationId,
  asked: Asked,
): Promise<Span> {
  const timeZone = asked.timezone ?? (await timeZoneOf(deps, organizationId))
  return { ...datesOf(asked, timeZone), timeZone, currencies: asked.currency }
}

const incomeRoute = (deps: FinanceDeps) =>
  serve(contract.listIncome, async ({ caller, query }) => {
    const present = presentIncome(query.groupBy)
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, present)
    const { groupBy, page, limit, sorting } = query
    const span = await spanOf(deps, organizationId, query)
    const { reads } = deps.uowFactory.database
    const found = await listIncome(reads, organizationId, {
      groupBy,
      page,
      limit,
      sorting,
      ...span,
    })
    return pageAnswer(found, query, present)
  })

const taxesRoute = (deps: FinanceDeps) =>
  serve(contract.listTaxes, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, presentTax)
    const { page, limit, sorting } = query
    const span = await spanOf(deps, organizationId, query)
    const { reads } = deps.uowFactory.database
    const found = await listTaxes(reads, organizationId, { page, limit, sorting, ...span })
    return pageAnswer(found, query, presentTax)
  })

const journalRoute = (deps: FinanceDeps) =>
  serve(contract.exportJournal, async ({ caller, query, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const span = organizationId === null ? null : await spanOf(deps, organizationId, query)
    const columns = columnsOf(query.columns)
    const { reads } = deps.uowFactory.database
    const lines = csvParts<JournalLineRow>(
      columns,
      async (after, limit) =>
        organizationId === null || span === null
          ? []
          : listJournalLines(reads, organizationId, span, { after, limit }),
      (rows) => rows.map((row) => journalLine(row, columns)).join(''),
    )
    const name = `journal-${query.startDate}-${query.endDate}.csv`
    return csvAnswer({ name, accept: headers.accept }, lines)
  })
