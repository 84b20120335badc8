import {
  getAnyOrganization,
  listAllOrganizations,
  organizationPageDefault,
} from '@guildhall/contract/organizations/all-organizations'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { isSandboxMode } from '../actions/advance-clock.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import * as store from '../store/all-organizations.ts'

/** The operator’s view of the organizations. */
export const allOrganizationRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  serve(listAllOrganizations, async ({ query }) => {
    const { search = '', limit = organizationPageDefault, cursor } = query
    const { reads } = deps.uowFactory.database
    const listing = { search: search.trim(), limit, cursor }
    const { rows, nextCursor } = await store.listAllOrganizations(reads, listing)
    return { organizations: rows.map(presentListed), nextCursor }
  }),
  serve(getAnyOrganization, async ({ query }) => {
    const found = await store.findAnyOrganization(deps.uowFactory.database.reads, query.id)
    if (found === undefined) throw new Problem('organization_not_found')
    return {
      ...presentListed(found),
      isSandbox: isSandboxMode(deps),
      owners: [...found.owners],
      ownerCount: found.ownerCount,
      customerCount: found.customerCount,
      orderCount: found.orderCount,
    }
  }),
]

const presentListed = (row: store.OperatorRow) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  logo: row.logo,
  createdAt: row.createdAt,
  memberCount: row.memberCount,
  clockFrozenAt: row.clockFrozenAt,
})
