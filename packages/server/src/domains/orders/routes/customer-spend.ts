import { type CustomerSpend, listCustomerSpend } from '@guildhall/contract/orders/customer-spend'
import { minorUnits } from '@guildhall/contract/primitives'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import type { OrderDeps } from '../actions/deps.ts'
import { findSpend, type SpendRow } from '../store/customer-spend.ts'

export const customerSpendRoute = (deps: Pick<OrderDeps, 'uowFactory'>): OperationRoute =>
  serve(listCustomerSpend, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [] }
    const { reads } = deps.uowFactory.database
    const rows = await findSpend(reads, { organizationId, customerIds: query.customerId })
    return { items: rows.map(presentSpend) }
  })

const presentSpend = (row: SpendRow): CustomerSpend => ({
  customerId: row.customerId,
  currency: row.currency,
  paidOrders: row.paidOrders,
  paidAmount: row.paidAmount,
  refundedAmount: row.refundedAmount,
  disputedAmount: row.disputedAmount,
  spentAmount: minorUnits.parse(row.paidAmount - row.refundedAmount - row.disputedAmount),
})
