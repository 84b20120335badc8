import type { OrderExportColumn } from '@guildhall/contract/orders/export-columns'
import { exportOrders } from '@guildhall/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { fileColumns } from '#/ui/column-choice.ts'
import { ExportMenu } from '#/ui/export-button.tsx'
import { orderColumns } from './order-columns.tsx'
import { orderFilters } from './order-queries.ts'
import type { OrdersView } from './orders-view.ts'

/** Exports the orders that match the filters as CSV. */
export function ExportOrdersButton({ view }: { view: OrdersView }) {
  const { id, slug } = useOrganization()
  const { shown } = useListSettings('orders', view.view)
  const queryClient = useQueryClient()
  const asked = async () => ({
    ...exportRequest(view),
    ...(await orderFilters(queryClient, id, view)),
    organizationId: [id],
  })
  const columns = fileColumns(orderColumns, shown, inFile)
  return (
    <ExportMenu
      fileName={`${slug}-orders`}
      shown={async () => api.csv(exportOrders, { query: { ...(await asked()), columns } })}
      all={async () => api.csv(exportOrders, { query: await asked() })}
    />
  )
}

/** By the columns of the list; an amount goes with its currency. */
const inFile: Readonly<Record<string, readonly OrderExportColumn[]>> = {
  customer: ['customer_name', 'customer_email'],
  product: ['product_name'],
  status: ['status', 'collection_status'],
  amount: ['total_amount', 'currency'],
  created_at: ['created_at'],
  invoice_number: ['invoice_number'],
  billing_reason: ['billing_reason'],
  discount: ['discount_name'],
  net_amount: ['net_amount', 'currency'],
  tax_amount: ['tax_amount', 'currency'],
  refunded_amount: ['refunded_amount', 'currency'],
  country: ['billing_address_country'],
}
