import { listCustomerStatuses } from '@guildhall/contract/subscriptions/customer-statuses'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { customerStatusOf } from '../rules/customer-status.ts'
import { findPurchases } from '../store/customer-purchases.ts'

export const customerStatusesRoute = (deps: Pick<SubscriptionDeps, 'uowFactory'>): OperationRoute =>
  serve(listCustomerStatuses, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [] }
    const { reads } = deps.uowFactory.database
    const rows = await findPurchases(reads, { organizationId, customerIds: query.customerId })
    return {
      items: rows.map(({ customerId, ...facts }) => ({
        customerId,
        status: customerStatusOf(facts),
      })),
    }
  })
