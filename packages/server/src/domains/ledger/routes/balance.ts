import { getBalance, listBalanceEntries } from '@guildhall/contract/ledger/balance'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/index.ts'
import type { LedgerDeps } from '../actions/deps.ts'
import { balanceOf } from '../actions/read-balance.ts'
import { presentEntry } from '../present/entry.ts'
import { listEntries } from '../store/entries.ts'

/** The balance of a seller, and the entries that led to it. */
export const balanceRoutes = (deps: LedgerDeps): readonly OperationRoute[] => [
  getRoute(deps),
  entriesRoute(deps),
]

const getRoute = (deps: LedgerDeps) =>
  serve(getBalance, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const balances = organizationId === null ? [] : await balanceOf(kysely, organizationId)
    return { balances }
  })

const entriesRoute = (deps: LedgerDeps) =>
  serve(listBalanceEntries, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listEntries(kysely, organizationId, query)
    return pageAnswer(page, query, presentEntry)
  })
