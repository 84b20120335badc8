import { getBalance, listBalanceEntries } from '@guildhall/contract/ledger/balance'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { organizationListed } from '../../organizations/index.ts'
import type { LedgerParts } from '../actions/parts.ts'
import { presentEntry } from '../actions/present-entry.ts'
import { balanceOf } from '../actions/read-balance.ts'
import { listEntries } from '../store/entry-list.ts'

/** What a seller has, and what it came from. */
export const balanceRoutes = (parts: LedgerParts): readonly EndpointRoute[] => [
  getRoute(parts),
  entriesRoute(parts),
]

const getRoute = (parts: LedgerParts) =>
  serve(getBalance, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const balances = organizationId === null ? [] : await balanceOf(kysely, organizationId)
    return { balances }
  })

const entriesRoute = (parts: LedgerParts) =>
  serve(listBalanceEntries, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listEntries(kysely, organizationId, query)
    return pageAnswer(page, query, presentEntry)
  })
