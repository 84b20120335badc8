import { exportOrders } from '@guildhall/contract/orders/orders'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { ExportButton } from '#/ui/export-button.tsx'
import { orderFilters } from './order-queries.ts'
import type { OrdersView } from './orders-view.ts'

/** Exports the orders that match the filters as CSV. */
export function ExportOrdersButton({ view }: { view: OrdersView }) {
  const { id, slug } = useOrganization()
  const query = { ...exportRequest(view), ...orderFilters(view), organizationId: [id] }
  return <ExportButton fileName={`${slug}-orders`} csv={() => api.csv(exportOrders, { query })} />
}
