import { type LedgerParts, objectToDeletion } from '../domains/ledger/index.ts'
import { balanceRoutes } from '../domains/ledger/routes/balance.ts'
import type { OrganizationParts } from '../domains/organizations/index.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'

/** What the books have against the deletion of an organization. */
export const ledgerBeforeDeletion: OrganizationParts['beforeOrganizationDeletion'] = [
  objectToDeletion,
]

export const ledgerEndpoints = (parts: LedgerParts): readonly EndpointRoute[] =>
  balanceRoutes(parts)
