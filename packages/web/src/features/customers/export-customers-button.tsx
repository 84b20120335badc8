import { exportCustomers } from '@guildhall/contract/customers/customers'
import type { CustomerExportColumn } from '@guildhall/contract/customers/export-columns'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { fileColumns } from '#/ui/column-choice.ts'
import { ExportMenu } from '#/ui/export-button.tsx'
import { customerColumns } from './customer-columns.tsx'
import { customerFilters } from './customer-queries.ts'
import type { CustomersView } from './customers-view.ts'

/** Exports the customers that match search and filter as CSV. */
export function ExportCustomersButton({ view }: { view: CustomersView }) {
  const { id, slug } = useOrganization()
  const { shown } = useListSettings('customers', view.view)
  const query = { ...exportRequest(view), ...customerFilters(view), organizationId: [id] }
  const columns = fileColumns(customerColumns, shown, inFile)
  return (
    <ExportMenu
      fileName={`${slug}-customers`}
      shown={() => api.csv(exportCustomers, { query: { ...query, columns } })}
      all={() => api.csv(exportCustomers, { query })}
    />
  )
}

/** By the columns of the list. What customers bought is not in the file, as status and spend. */
const inFile: Readonly<Record<string, readonly CustomerExportColumn[]>> = {
  name: ['name'],
  email: ['email'],
  external_id: ['external_id'],
  created_at: ['created_at'],
  country: ['billing_address_country'],
  tax_id: ['tax_id'],
}
