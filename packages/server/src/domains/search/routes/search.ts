import type { Scope } from '@guildhall/contract/organizations/scopes'
import type { Id } from '@guildhall/contract/primitives'
import { searchObjects } from '@guildhall/contract/search/search'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { searchCustomers } from '../../customers/store/search-customers.ts'
import {
  type FoundLicenseKey,
  searchLicenseKeys,
} from '../../entitlements/store/search-license-keys.ts'
import { type FoundOrder, searchOrders } from '../../orders/store/search-orders.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import { resolveOrganizationFilter, rightsOf } from '../../organizations/actions/seller.ts'

/** The dependencies of this domain; `app/` provides them. */
export type SearchDeps = Pick<OrganizationDeps, 'uowFactory'>

export const searchRoutes = (deps: SearchDeps): readonly OperationRoute[] => [
  serve(searchObjects, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return nothing
    const may = await rightsOf(deps, caller, organizationId)
    const { reads } = deps.uowFactory.database
    const asked = { organizationId, text: query.q, limit: query.limit }
    const allowed = async <T>(right: Scope, found: () => Promise<T[]>) =>
      may(right) ? await found() : null
    const [customers, orders, licenseKeys] = await Promise.all([
      allowed('customers:read', () => searchCustomers(reads, asked)),
      allowed('orders:read', async () => (await searchOrders(reads, asked)).map(presentOrder)),
      allowed('license_keys:read', async () =>
        (await searchLicenseKeys(reads, asked)).map(presentLicenseKey),
      ),
    ])
    return { customers, orders, licenseKeys }
  }),
]

const nothing = { customers: [], orders: [], licenseKeys: [] }

interface CustomerColumns {
  readonly customerId: Id<'customer'>
  readonly customerName: string | null
  readonly customerEmail: string
}

const customerOf = ({ customerId, customerName, customerEmail }: CustomerColumns) => ({
  id: customerId,
  name: customerName,
  email: customerEmail,
})

const presentOrder = (row: FoundOrder) => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  status: row.status,
  totalAmount: row.totalAmount,
  currency: row.currency,
  customer: customerOf(row),
})

const presentLicenseKey = (row: FoundLicenseKey) => ({
  id: row.id,
  displayKey: row.displayKey,
  status: row.status,
  benefitId: row.benefitId,
  customer: customerOf(row),
})
